import LarderImage
import Testing

struct StepRoundingTests {
    @Test func `rounded corners are smooth and the rest is untouched`() throws {
        let picture = try TestPictures.flat(width: 8, height: 6, (255, 255, 255, 255))
        let result = try picture.applying([.rounded(radius: 2)])
        // Centres lie at 1.5·√2 = 2.12, at √(1.5² + 0.5²) = 1.58 and at 0.71 from the corner's
        // own: covers of 0.38, 0.92 and 1.
        let corner: [[UInt8]] = [[97, 234, 255], [234, 255, 255], [255, 255, 255]]
        for y in 0..<3 {
            for x in 0..<3 {
                let alphas = [
                    result[x, y], result[7 - x, y], result[x, 5 - y], result[7 - x, 5 - y],
                ].map(\.alpha)
                #expect(alphas == Array(repeating: corner[y][x], count: 4))
            }
        }
        #expect(result.alpha == .premultiplied)
        #expect(result.keepsItsPromise)
    }

    @Test func `only the corners named are rounded`() throws {
        let picture = try TestPictures.flat(width: 6, height: 6)
        let result = try picture.applying([.rounded(radius: 3, corners: [.topLeft, .bottomRight])])
        let alphas = [result[0, 0], result[5, 0], result[0, 5], result[5, 5]].map(\.alpha)
        #expect(alphas == [0, 255, 255, 0])
    }

    @Test func `a cover is within a tenth of the true area`() throws {
        let radius = 7.0
        let picture = try TestPictures.flat(width: 14, height: 14, (255, 255, 255, 255))
        let result = try picture.applying([.rounded(radius: radius)])
        let fine = 16
        for y in 0..<7 {
            for x in 0..<7 {
                var inside = 0
                for index in 0..<fine * fine {
                    let across = radius - (Double(x) + (Double(index % fine) + 0.5) / Double(fine))
                    let down = radius - (Double(y) + (Double(index / fine) + 0.5) / Double(fine))
                    inside += across * across + down * down < radius * radius ? 1 : 0
                }
                let area = Double(inside) / Double(fine * fine)
                #expect(abs(Double(result[x, y].alpha) / 255 - area) < 0.1)
            }
        }
    }

    @Test(arguments: [0, -3, Double.nan])
    func `no radius leaves the picture as it is`(radius: Double) throws {
        let picture = try TestPictures.numbered(width: 5, height: 4)
        #expect(try picture.applying([.rounded(radius: radius)]) == picture)
    }

    @Test func `a circle is cut from the middle`() throws {
        let picture = try TestPictures.drawn(width: 9, height: 5) { x, _ in
            (2..<7).contains(x) ? (0, 255, 0, 255) : (255, 0, 0, 255)
        }
        let result = try picture.applying([.circle])
        #expect(result.size == PixelSize(width: 5, height: 5))
        #expect(result.pixels.allSatisfy { $0.red == 0 })
        #expect(result[0, 0].alpha < 60)
        #expect(result[2, 0].alpha == 255)
        #expect(result[2, 2].alpha == 255)
        let square = try picture.applying([.crop(width: 5, height: 5), .rounded(radius: .infinity)])
        #expect(result == square)
    }
}

struct StepBorderTests {
    @Test func `a border without a radius is exact`() throws {
        let picture = try TestPictures.flat(width: 5, height: 4, (9, 9, 9, 255))
        let result = try picture.applying([.border(width: 1, color: .white)])
        for y in 0..<4 {
            for x in 0..<5 {
                let isEdge = x == 0 || x == 4 || y == 0 || y == 3
                #expect(result[x, y].red == (isEdge ? 255 : 9))
            }
        }
        #expect(result.isOpaque)
    }

    @Test func `a border wider than the picture covers it`() throws {
        let picture = try TestPictures.flat(width: 3, height: 3)
        let result = try picture.applying([.border(width: 40, color: .black)])
        #expect(result.pixels.allSatisfy { $0 == Bitmap.Pixel(red: 0, green: 0, blue: 0) })
    }

    @Test func `a border around a rounded picture has the picture's outline`() throws {
        let picture = try TestPictures.flat(width: 20, height: 16)
        let rounded = try picture.applying([.rounded(radius: 6)])
        let bordered = try rounded.applying([.border(width: 2, color: .white, radius: 6)])
        #expect(bordered.pixels.map(\.alpha) == rounded.pixels.map(\.alpha))
        #expect(bordered.keepsItsPromise)
        #expect(bordered[10, 0] == Bitmap.Pixel(red: 255, green: 255, blue: 255))
        #expect(bordered[10, 2] == rounded[10, 2])
    }

    @Test func `the picture shows through a border that is not opaque`() throws {
        let picture = try TestPictures.flat(width: 3, height: 3, (200, 0, 0, 255))
        let half = ImageColor(red: 0, green: 0, blue: 255, alpha: 128)
        let result = try picture.applying([.border(width: 1, color: half)])
        #expect(result[0, 0] == Bitmap.Pixel(red: 100, green: 0, blue: 128))
        #expect(result[1, 1] == Bitmap.Pixel(red: 200, green: 0, blue: 0))
    }

    @Test func `no cover is lost or counted twice, whatever the sizes`() throws {
        for (width, height) in [(1, 1), (2, 5), (7, 7), (16, 9)] {
            let picture = try TestPictures.flat(width: width, height: height, (255, 255, 255, 255))
            for radius in [0.0, 0.4, 1, 2.5, 3, 80] {
                for border in [0, 1, 2, 5] {
                    let outline = try picture.applying([.rounded(radius: radius)])
                    let result = try picture.applying(
                        [.border(width: border, color: .white, radius: radius)])
                    #expect(result.pixels == outline.pixels)
                }
            }
        }
    }
}
