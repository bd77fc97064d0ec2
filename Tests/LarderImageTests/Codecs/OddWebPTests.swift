import Foundation
import LarderImage
import Testing

/// WebP files that bend the rules.
struct OddWebPTests {
    let codecs = ImageCodecs.standard

    @Test func `an alpha that the header denies is not there`() throws {
        let clear = try TestPicture.draw(width: 8, height: 8, alpha: .premultiplied) { _, _ in
            Bitmap.Pixel(red: 60, green: 50, blue: 40, alpha: 100)
        }
        var bytes = try codecs.encode(clear, as: .webPLossless)
        let chunk = try #require(bytes.firstRange(of: Data("VP8L".utf8))).upperBound
        // A plain file: behind the signature two sides of 14 bits, then the bit for alpha.
        bytes[chunk + 8] &= ~0x10
        #expect(try !codecs.probe(bytes).hasAlpha)
        for target in [TargetSize.full, .fit(width: 3)] {
            let bitmap = try codecs.decode(bytes, options: DecodeOptions(target: target))
            #expect(bitmap.isOpaque)
            #expect(bitmap[1, 1].alpha == 255)
        }
    }
}
