import Foundation
import LarderImage
import Testing

/// GIF files that bend the rules, as they are met in the wild.
struct OddGIFTests {
    let codecs = ImageCodecs.standard

    /// Where the first block begins: behind header and colour table.
    private let start = 25

    private func gif(_ colors: [UInt8], side: Int = 4, disposal: Int = 1) -> TestGIF {
        TestGIF(
            width: 4, height: 4,
            frames: colors.map { color in
                TestGIF.Frame(
                    width: side, height: side,
                    pixels: [UInt8](repeating: color, count: side * side), disposal: disposal)
            })
    }

    @Test func `the fourth disposal is the third's older name`() throws {
        var moving = gif([1, 2, 3])
        moving.frames[1].disposal = 4
        moving.frames[2].width = 1
        let animation = try #require(try codecs.animation(moving.data))
        let last = try animation.frame(at: 2)
        #expect(last[0, 0] == Bitmap.Pixel(red: 0, green: 0, blue: 255))
        #expect(last[3, 3] == Bitmap.Pixel(red: 255, green: 0, blue: 0))
    }

    @Test(
        arguments: [
            [0x21, 0xF9, 0], [0x21, 0xFF, 0], [0, 0, 0], [0x21, 0xFE, 2, 65, 66, 0],
            [0x21, 0xF9, 5, 0, 0, 0, 0, 0, 0], [0x21, 0xF9, 4, 0, 0, 0, 0, 2, 65, 66, 0],
        ] as [[UInt8]])
    func `odd blocks before a frame are passed over`(block: [UInt8]) throws {
        var bytes = gif([1, 2]).data
        bytes.insert(contentsOf: block, at: start)
        let animation = try #require(try codecs.animation(bytes))
        #expect(animation.frameCount == 2)
        #expect(try animation.frame(at: 1)[2, 2] == Bitmap.Pixel(red: 0, green: 255, blue: 0))
    }

    @Test func `a control block that is too long still counts`() throws {
        var bytes = gif([1, 2]).data
        // The second frame's: one byte more, and colour 2 is transparent.
        let control = try #require(bytes.lastRange(of: Data([0x21, 0xF9, 4]))).lowerBound
        bytes.replaceSubrange(
            control..<control + 8, with: [0x21, 0xF9, 5, 5, 50, 0, 2, 0, 0] as [UInt8])
        let animation = try #require(try codecs.animation(bytes))
        #expect(animation.delays[1] == .milliseconds(500))
        #expect(try animation.frame(at: 1)[2, 2] == Bitmap.Pixel(red: 255, green: 0, blue: 0))
    }

    @Test func `a screen too small for its picture grows`() throws {
        let large = try codecs.decode(gif([1], side: 6).data)
        #expect(large.size == PixelSize(width: 6, height: 6))
        #expect(large[5, 5] == Bitmap.Pixel(red: 255, green: 0, blue: 0))
    }

    @Test func `what a cut frame does not draw is transparent`() throws {
        var still = gif([1], side: 40)
        still.width = 40
        still.height = 40
        let bytes = still.data
        for target in [TargetSize.full, .fit(width: 10)] {
            let cut = try codecs.decode(
                bytes.prefix(bytes.count / 2), options: DecodeOptions(target: target))
            #expect(cut.isPartial && !cut.isOpaque)
            #expect(cut[0, 0].alpha == 255 && cut[1, cut.height - 1].alpha == 0)
        }
        #expect(throws: ImageError.self) { try codecs.decode(bytes.prefix(start + 20)) }
    }

    @Test func `colours that no table has are transparent`() throws {
        let bitmap = try codecs.decode(gif([9]).data)
        #expect(!bitmap.isOpaque && !bitmap.isPartial)
        #expect(bitmap[1, 1].alpha == 0)
    }

    @Test func `a damaged frame does not end the animation`() throws {
        var bytes = gif([1, 2, 3]).data
        let second = try #require(
            bytes.lastRange(of: Data([0x2C]), in: 0..<bytes.lastIndex(of: 0x2C)!))
        // The packed data begins behind the description: nothing but ends.
        let data = second.lowerBound + 12
        for place in data..<data + 8 { bytes[place] = 0x81 }
        let animation = try #require(try codecs.animation(bytes))
        #expect(try !animation.frame(at: 0).isPartial)
        #expect(try animation.frame(at: 1).isPartial)
        let third = try animation.frame(at: 2)
        #expect(third.isPartial)
        #expect(third[0, 0] == Bitmap.Pixel(red: 0, green: 0, blue: 255))
    }
}
