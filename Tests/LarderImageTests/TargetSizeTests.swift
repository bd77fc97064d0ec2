import LarderImage
import Testing

struct TargetSizeTests {
    @Test(arguments: [
        (TargetSize.full, PixelSize(width: 800, height: 600)),
        (.fit(width: 400), PixelSize(width: 400, height: 300)),
        (.fit(height: 300), PixelSize(width: 400, height: 300)),
        (.fit(width: 400, height: 100), PixelSize(width: 133, height: 100)),
        (.fit(width: 1600), PixelSize(width: 800, height: 600)),
        (.fit(width: 1600, allowsUpscaling: true), PixelSize(width: 1600, height: 1200)),
        (.fit(width: 1), PixelSize(width: 1, height: 1)),
        (.cover(width: 100, height: 100), PixelSize(width: 133, height: 100)),
        (.fill(width: 100, height: 100), PixelSize(width: 100, height: 100)),
        (.fill(width: 1000, height: 100), PixelSize(width: 800, height: 100)),
        (
            .fill(width: 1000, height: 1000, allowsUpscaling: true),
            PixelSize(width: 1000, height: 1000)
        ),
        (.exact(width: 10, height: 500), PixelSize(width: 10, height: 500)),
        (.exact(width: 10, height: 5000), PixelSize(width: 10, height: 600)),
    ])
    func `a target gives a size in the picture's proportions`(
        target: TargetSize, expected: PixelSize
    ) throws {
        let placement = try target.placement(of: PixelSize(width: 800, height: 600))
        #expect(placement.size == expected)
    }

    @Test func `filling cuts off the same at both ends`() throws {
        let placement = try TargetSize.fill(width: 100, height: 100)
            .placement(of: PixelSize(width: 800, height: 600))
        #expect(placement.x == 100 && placement.width == 600)
        #expect(placement.y == 0 && placement.height == 600)
    }

    @Test(arguments: [0, -1, Int.min, Int.max])
    func `a side that cannot be is refused`(side: Int) {
        #expect(throws: ImageError.self) {
            try TargetSize.fit(width: side).placement(of: PixelSize(width: 8, height: 8))
        }
    }
}
