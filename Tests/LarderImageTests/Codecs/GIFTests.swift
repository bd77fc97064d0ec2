import Foundation
import Larder
import LarderImage
import Testing

struct GIFTests {
    let codecs = ImageCodecs.standard

    /// A frame of one colour.
    private func plain(
        _ index: UInt8, left: Int = 0, top: Int = 0, width: Int = 4, height: Int = 4,
        disposal: Int = 1, delay: Int = 10
    ) -> TestGIF.Frame {
        TestGIF.Frame(
            left: left, top: top, width: width, height: height,
            pixels: [UInt8](repeating: index, count: width * height), delay: delay,
            disposal: disposal)
    }

    /// The canvas as letters: `.` is transparent, `krgb` are the table's colours.
    private func letters(_ bitmap: Bitmap) -> String {
        (0..<bitmap.height).map { y in
            (0..<bitmap.width).map { x in
                let pixel = bitmap[x, y]
                return switch (pixel.alpha, pixel.red, pixel.green, pixel.blue) {
                case (0, _, _, _): "."
                case (_, 255, _, _): "r"
                case (_, _, 255, _): "g"
                case (_, _, _, 255): "b"
                default: "k"
                }
            }.joined()
        }.joined(separator: "/")
    }

    @Test(arguments: [
        (0, "rrrr/rggr/rggr/rrrb"), (1, "rrrr/rggr/rggr/rrrb"), (2, "rrrr/r..r/r..r/rrrb"),
        (3, "rrrr/rrrr/rrrr/rrrb"),
    ])
    func `each disposal leaves what it should`(disposal: Int, expected: String) throws {
        let gif = TestGIF(
            width: 4, height: 4,
            frames: [
                plain(1), plain(2, left: 1, top: 1, width: 2, height: 2, disposal: disposal),
                plain(3, left: 3, top: 3, width: 1, height: 1),
            ])
        let animation = try #require(try codecs.animation(gif.data))
        #expect(try letters(animation.frame(at: 0)) == "rrrr/rrrr/rrrr/rrrr")
        #expect(try letters(animation.frame(at: 1)) == "rrrr/rggr/rggr/rrrr")
        #expect(try letters(animation.frame(at: 2)) == expected)
    }

    @Test func `frames come out right in any order`() throws {
        let gif = TestGIF(
            width: 4, height: 1,
            frames: (0..<4).map { plain(UInt8($0), left: $0, width: 1, height: 1) })
        let animation = try #require(try codecs.animation(gif.data, budget: .bytes(0)))
        for (index, expected) in [(3, "krgb"), (0, "k..."), (2, "krg."), (2, "krg."), (1, "kr..")] {
            #expect(try letters(animation.frame(at: index)) == expected)
        }
    }

    @Test func `transparent pixels let the frame before show through`() throws {
        var second = plain(2)
        second.transparent = 2
        second.pixels[5] = 3
        let gif = TestGIF(width: 4, height: 4, frames: [plain(1), second])
        let animation = try #require(try codecs.animation(gif.data))
        #expect(try letters(animation.frame(at: 1)) == "rrrr/rbrr/rrrr/rrrr")
    }

    @Test func `interlaced rows come to their places`() throws {
        var frame = plain(0, width: 1, height: 11)
        frame.pixels = [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2]
        frame.isInterlaced = true
        let gif = TestGIF(width: 1, height: 11, frames: [frame])
        #expect(try letters(codecs.decode(gif.data)) == "k/r/g/b/k/r/g/b/k/r/g")
    }

    @Test func `frames are clipped by the screen`() throws {
        let gif = TestGIF(
            width: 2, height: 2,
            frames: [
                plain(1, width: 2, height: 2), plain(2, left: 1, top: 1),
                plain(3, left: 60_000, top: 9),
            ])
        let animation = try #require(try codecs.animation(gif.data))
        #expect(try letters(animation.frame(at: 0)) == "rr/rr")
        #expect(try letters(animation.frame(at: 1)) == "rr/rg")
        #expect(try letters(animation.frame(at: 2)) == "rr/rg")
    }

    @Test func `without a screen the first frame makes one`() throws {
        let gif = TestGIF(width: 0, height: 0, frames: [plain(1, width: 3, height: 2)])
        #expect(try letters(codecs.decode(gif.data)) == "rrr/rrr")
    }

    @Test func `a frame without area is passed over`() throws {
        let gif = TestGIF(
            width: 2, height: 1,
            frames: [
                plain(1, width: 2, height: 1), plain(2, width: 0, height: 5),
                plain(3, width: 1, height: 1),
            ])
        let animation = try #require(try codecs.animation(gif.data))
        #expect(try letters(animation.frame(at: 2)) == "br")
    }

    @Test(arguments: [(nil, 1), (0, 0), (1, 2), (7, 8)] as [(Int?, Int)])
    func `repeats are counted with the first run`(repeats: Int?, loops: Int) throws {
        let gif = TestGIF(width: 4, height: 4, frames: [plain(1), plain(2)], repeats: repeats)
        #expect(try codecs.probe(gif.data).loopCount == loops)
    }

    @Test func `delays are the file's, but too short ones are a tenth of a second`() throws {
        let gif = TestGIF(
            width: 4, height: 4, frames: [0, 1, 2, 50, 65_535].map { plain(1, delay: $0) })
        let animation = try #require(try codecs.animation(gif.data))
        #expect(
            animation.delays == [
                .milliseconds(100), .milliseconds(100), .milliseconds(20), .milliseconds(500),
                .milliseconds(655_350),
            ])
    }

    @Test func `a picture of one frame is no animation`() throws {
        let gif = TestGIF(width: 4, height: 4, frames: [plain(1)])
        #expect(try codecs.animation(gif.data) == nil)
        #expect(try codecs.probe(gif.data).isAnimated == false)
    }

    @Test func `frames beyond the limit are not counted`() throws {
        let gif = TestGIF(width: 4, height: 4, frames: (0..<20).map { _ in plain(1) })
        let options = DecodeOptions(limits: ImageLimits(frames: 5))
        #expect(try codecs.animation(gif.data, options: options)?.frameCount == 5)
    }

    @Test func `a file cut anywhere gives a picture as far as it goes, or a typed error`() throws {
        var second = plain(2)
        second.transparent = 0
        let whole = TestGIF(width: 4, height: 4, frames: [plain(1), second], repeats: 0).data
        for end in 6..<whole.count {
            let cut = whole.prefix(end)
            do {
                let bitmap = try codecs.decode(cut)
                #expect(bitmap.size == PixelSize(width: 4, height: 4))
            } catch ImageError.Code.damaged {}
        }
    }
}
