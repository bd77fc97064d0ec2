import LarderImage
import Testing

struct StepResizingTests {
    @Test(arguments: [
        (ImageStep.fit(width: 20), 20, 10), (.fit(height: 5), 10, 5),
        (.fit(width: 8, height: 2), 4, 2),
        (.fit(width: 80), 40, 20), (.fit(width: 80, allowsUpscaling: true), 80, 40),
        (.fill(width: 10, height: 10), 10, 10),
        (.fill(width: 10, height: 10, anchor: .left), 10, 10),
        (.exact(width: 7, height: 9), 7, 9), (.exact(width: 90, height: 5), 40, 5),
        (.resize(.full), 40, 20), (.resize(.cover(width: 10, height: 10)), 20, 10),
    ])
    func `a step makes the size it names`(step: ImageStep, width: Int, height: Int) throws {
        let picture = try TestPictures.numbered(width: 40, height: 20)
        #expect(
            try picture.applying([step]).size == PixelSize(width: width, height: height))
    }

    @Test(arguments: [ImageStep.fit(width: 7), .exact(width: 3, height: 9, allowsUpscaling: true)])
    func `what is flat stays flat to the bit`(step: ImageStep) throws {
        let picture = try TestPictures.flat(width: 17, height: 8, (201, 77, 3, 255))
        let result = try picture.applying([step])
        #expect(Set(result.pixels) == Set(picture.pixels))
    }

    @Test func `halving averages and keeps an edge in its place`() throws {
        let picture = try TestPictures.drawn(width: 32, height: 32) { x, _ in
            x < 16 ? (0, 0, 0, 255) : (255, 255, 255, 255)
        }
        let result = try picture.applying([.fit(width: 16)])
        for y in 0..<16 {
            #expect(result[4, y].red == 0)
            #expect(result[11, y].red == 255)
            #expect(Int(result[7, y].red) + Int(result[8, y].red) == 255)
        }
    }

    @Test func `what is transparent lends no colour at an edge`() throws {
        let picture = try TestPictures.drawn(width: 30, height: 30) { x, y in
            (x - 15) * (x - 15) + (y - 15) * (y - 15) < 100 ? (0, 0, 255, 255) : (255, 0, 0, 0)
        }
        let result = try picture.applying([.fit(width: 11)])
        #expect(result.keepsItsPromise)
        #expect(result.pixels.allSatisfy { $0.red == 0 })
    }

    @Test func `filling keeps the part at the anchor`() throws {
        let picture = try TestPictures.drawn(width: 40, height: 10) { x, _ in
            x < 10 ? (250, 0, 0, 255) : x < 30 ? (0, 250, 0, 255) : (0, 0, 250, 255)
        }
        func middle(_ anchor: ImageAnchor) throws -> Bitmap.Pixel {
            try picture.applying([.fill(width: 5, height: 5, anchor: anchor)])[2, 2]
        }
        #expect(try middle(.left).red > 240)
        #expect(try middle(.center).green > 240)
        #expect(try middle(.right).blue > 240)
    }

    @Test func `a size beyond reason is refused before memory is taken`() throws {
        let picture = try TestPictures.flat(width: 3, height: 3)
        let step = ImageStep.exact(width: 900_000, height: 900_000, allowsUpscaling: true)
        #expect {
            try picture.applying([step])
        } throws: {
            ($0 as? ImageError)?.code == .tooLarge
        }
    }
}
