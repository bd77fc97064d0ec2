import LarderImage
import Testing

struct StepColorTests {
    @Test func `tinting with an opaque colour leaves the shape only`() throws {
        let picture = try TestPictures.drawn(width: 3, height: 1) { x, _ in (90, 9, 200, x * 100) }
        let tint = ImageColor(red: 255, green: 128, blue: 0)
        let result = try picture.applying([.tinted(tint)])
        let expected = try TestPictures.drawn(width: 3, height: 1) { x, _ in (255, 128, 0, x * 100)
        }
        #expect(result == expected)
    }

    @Test func `tinting with a thin colour washes the picture`() throws {
        let picture = try TestPictures.flat(width: 1, height: 1, (200, 100, 0, 255))
        let result = try picture.applying([.tinted(ImageColor.black.withAlpha(51))])
        #expect(result[0, 0] == Bitmap.Pixel(red: 160, green: 80, blue: 0))
        #expect(try picture.applying([.tinted(.clear)]) == picture)
    }

    @Test(arguments: [
        ((255, 0, 0, 255), 54), ((0, 255, 0, 255), 182), ((0, 0, 255, 255), 19),
        ((255, 255, 255, 255), 255), ((0, 0, 0, 255), 0), ((77, 77, 77, 255), 77),
    ])
    func `gray is weighed as the eye does`(color: (Int, Int, Int, Int), gray: UInt8) throws {
        let picture = try TestPictures.flat(width: 2, height: 2, color)
        let result = try picture.applying([.grayscale])
        #expect(
            result.pixels.allSatisfy { $0 == Bitmap.Pixel(red: gray, green: gray, blue: gray) })
    }

    @Test func `colour steps keep colours within their alpha`() throws {
        let picture = try TestPictures.drawn(width: 16, height: 16) { x, y in
            (x * 16, y * 16, 255, x * y)
        }
        let tint = ImageColor(red: 255, green: 3, blue: 77, alpha: 131)
        #expect(try picture.applying([.tinted(tint)]).keepsItsPromise)
        #expect(try picture.applying([.grayscale]).keepsItsPromise)
        #expect(try picture.applying([.blurred(radius: 1.3)]).keepsItsPromise)
    }
}

struct StepBlurTests {
    @Test(arguments: [0.3, 1, 2.5, 40])
    func `what is flat stays flat`(radius: Double) throws {
        let picture = try TestPictures.flat(width: 9, height: 5, (201, 77, 3, 140))
        #expect(try picture.applying([.blurred(radius: radius)]) == picture)
    }

    @Test(arguments: [0, -1, Double.nan])
    func `no radius leaves the picture as it is`(radius: Double) throws {
        let picture = try TestPictures.numbered(width: 5, height: 4)
        #expect(try picture.applying([.blurred(radius: radius)]) == picture)
    }

    @Test(arguments: [0.5, 0.8, 1.5, 3, 6])
    func `an edge is spread as a Gaussian spreads it`(radius: Double) throws {
        let middle = 40
        let picture = try TestPictures.drawn(width: 2 * middle, height: 1) { x, _ in
            x < middle ? (0, 0, 0, 255) : (255, 255, 255, 255)
        }
        let result = try picture.applying([.blurred(radius: radius)])
        // The Gaussian's sum up to each pixel, by adding up its values.
        let weights = (-200...200).map { gauss(Double($0), radius) }
        let whole = weights.reduce(0, +)
        for x in 0..<2 * middle {
            let part = weights.enumerated().reduce(0) { sum, item in
                item.offset - 200 <= x - middle ? sum + item.element : sum
            }
            #expect(abs(Double(result[x, 0].red) - 255 * part / whole) < 6)
        }
    }

    @Test func `rows and columns are blurred alike`() throws {
        let picture = try TestPictures.drawn(width: 11, height: 7) { x, y in
            (x * y * 3 % 256, x * 20, y * 30, 255)
        }
        let turned = try picture.applying([
            .rotated(.clockwise), .blurred(radius: 1.7), .rotated(.anticlockwise),
        ])
        let straight = try picture.applying([.blurred(radius: 1.7)])
        for (left, right) in zip(turned.pixels, straight.pixels) {
            #expect(abs(Int(left.red) - Int(right.red)) <= 1)
        }
    }

    @Test func `what is transparent lends no colour`() throws {
        let picture = try TestPictures.drawn(width: 12, height: 1) { x, _ in
            x < 6 ? (0, 0, 255, 255) : (255, 0, 0, 0)
        }
        let result = try picture.applying([.blurred(radius: 2)])
        #expect(result.pixels.allSatisfy { $0.red == 0 && $0.blue == $0.alpha })
    }

    private func gauss(_ x: Double, _ deviation: Double) -> Double {
        // e^(-x²/2σ²) by repeated squaring of its 2^-20th power, so that no library is needed.
        var value = 1 - x * x / (2 * deviation * deviation) / Double(1 << 20)
        guard value > 0 else { return 0 }
        for _ in 0..<20 { value *= value }
        return value
    }
}
