import Foundation
import LarderImage
import Testing

/// JPEG files that bend the rules, as they are met in the wild.
struct OddJPEGTests {
    let codecs = ImageCodecs.standard

    /// 8×8 pixels of magenta and yellow ink, inverted, with Adobe's marker.
    private let inks = Data(
        base64Encoded: """
            /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwAIBgYHBgUIBwcHCQkICgwUDQwLCwwZEhMPFB0aHx4dGhwcICQuJyAi\
            LCMcHCg3KSwwMTQ0NB8nOT04MjwuMzQy/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EABUAAQEAAAAAAAAAAAAA\
            AAAAAAcI/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAA4EQwBNAFkASwAAPwB/T+n8/v/Z
            """)

    @Test func `inks are taken as Adobe writes them, with its marker and without`() throws {
        let bytes = try #require(inks)
        for file in [bytes, bytes.prefix(2) + bytes.dropFirst(18)] {
            let pixel = try codecs.decode(Data(file))[3, 3]
            #expect(pixel.red > 250 && pixel.green < 5 && pixel.blue < 5)
        }
    }

    @Test func `damage after some scans leaves what they show`() throws {
        let picture = try TestPicture.photo(width: 120, height: 80)
        let whole = try codecs.encode(picture, as: .jpeg(isProgressive: true))
        for marker in [[0xFF, 0xC4], [0xFF, 0xDA]] as [[UInt8]] {
            var bad = whole
            let place = try #require(whole.lastRange(of: Data(marker))).lowerBound
            bad.replaceSubrange(place + 2..<place + 4, with: [0, 1])
            let seen = try codecs.decode(bad)
            #expect(seen.isPartial)
            #expect(seen.psnr(against: picture) > 30)
        }
    }

    @Test func `a second picture between two scans has no say`() throws {
        let picture = try TestPicture.photo(width: 120, height: 80)
        let whole = try codecs.encode(picture, as: .jpeg(isProgressive: true))
        let other = try codecs.encode(
            Bitmap(size: PixelSize(width: 9, height: 300), alpha: .opaque) { bytes in
                for place in stride(from: 3, to: bytes.count, by: 4) { bytes[place] = 255 }
            }, as: .jpeg())
        let place = try #require(whole.lastRange(of: Data([0xFF, 0xC4]))).lowerBound
        for size in [TargetSize.full, .fit(width: 30)] {
            let seen = try codecs.decode(
                whole[..<place] + other.dropFirst(2), options: DecodeOptions(target: size))
            #expect(seen.isPartial)
            #expect(seen.size.width == (size == .full ? 120 : 30))
            if size == .full { #expect(seen.psnr(against: picture) > 30) }
        }
    }

    @Test(arguments: [131, 132, 133, 134, 135, 136, 137, 138], [16, 25, 33])
    func `sides that no block divides are scaled to their true length`(
        side: Int, width: Int
    ) throws {
        let picture = try TestPicture.draw(width: side, height: side, alpha: .opaque) { x, y in
            let wave = sin(Double(x) / 9) + cos(Double(y) / 7)
            return Bitmap.Pixel(
                red: UInt8(128 + 60 * wave), green: UInt8(128 + 60 * wave), blue: 90)
        }
        let target = TargetSize.fit(width: width)
        let exact = try codecs.decode(
            codecs.encode(picture, as: .png), options: DecodeOptions(target: target))
        let bytes = try codecs.encode(picture, as: .jpeg(quality: 98))
        for (quality, least) in [(DecodeOptions.Quality.fast, 41.0), (.best, 47)] {
            let options = DecodeOptions(target: target, quality: quality)
            #expect(try codecs.decode(bytes, options: options).psnr(against: exact) > least)
        }
    }

    @Test func `an orientation of a wrong type is passed over`() throws {
        let bytes = try codecs.encode(TestPicture.quarters(width: 16, height: 8), as: .jpeg())
        var exif = TestEXIF.tiff(orientation: 6)
        let entry = exif.count - 16
        for (type, expected) in [(1, ImageOrientation.up), (3, .right), (4, .right), (7, .up)] {
            exif[entry + 2] = UInt8(type)
            #expect(try codecs.probe(TestEXIF.jpeg(bytes, exif: exif)).orientation == expected)
        }
    }
}
