import Foundation
import LarderImage
import LarderTesting
import Testing

/// PNG files that bend the rules, as they are met in the wild.
struct OddPNGTests {
    let codecs = ImageCodecs.standard

    private func picture() throws -> (bitmap: Bitmap, bytes: Data) {
        let bitmap = try TestPicture.photo(width: 61, height: 47)
        return (bitmap, try codecs.encode(bitmap, as: .png))
    }

    /// The chunk of a name: its length field and all up to its checksum's end.
    private func chunk(_ name: String, of bytes: Data) throws -> Range<Int> {
        let place = try #require(bytes.firstRange(of: Data(name.utf8))).lowerBound - 4
        let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
        return place..<place + length + 12
    }

    @Test func `damage behind the pixels costs no row`() throws {
        let (bitmap, bytes) = try picture()
        let pixels = try chunk("IDAT", of: bytes)
        // The chunk's checksum, the last byte of the packed data's own, and the end.
        for place in [pixels.upperBound - 1, pixels.upperBound - 5, bytes.count - 1] {
            var bad = bytes
            bad[place] ^= 0x55
            let seen = try codecs.decode(bad)
            #expect(seen.isPartial)
            #expect(seen.marked(isPartial: false) == bitmap)
        }
        let cut = try codecs.decode(bytes.prefix(pixels.upperBound - 2))
        #expect(cut.isPartial && cut.marked(isPartial: false) == bitmap)
    }

    @Test func `a small file that is cut shows the rows it has`() throws {
        let (bitmap, bytes) = try picture()
        let cut = try codecs.decode(bytes.prefix(bytes.count * 3 / 4))
        #expect(cut.isPartial)
        let rows = (0..<47).prefix { cut[30, $0] == bitmap[30, $0] }.count
        #expect(rows > 15)
        #expect(cut[30, 46].alpha == 0)
    }

    @Test func `data that reaches farther back than its header says is read`() throws {
        var random = SeededGenerator(seed: 1)
        let noise = (0..<1000).map { _ in
            let number = random.next()
            return Bitmap.Pixel(
                red: UInt8(number & 0xFF), green: UInt8(number >> 8 & 0xFF),
                blue: UInt8(number >> 16 & 0xFF))
        }
        let twice = try TestPicture.draw(width: 100, height: 20, alpha: .opaque) { x, y in
            noise[y % 10 * 100 + x]
        }
        var bytes = try codecs.encode(twice, as: .png)
        let pixels = try chunk("IDAT", of: bytes)
        let content = [0x08, 0x1D] + bytes[pixels.lowerBound + 10..<pixels.upperBound - 4]
        bytes.replaceSubrange(pixels, with: TestPNG.chunk("IDAT", content))
        #expect(try codecs.decode(bytes) == twice)
    }

    @Test func `what follows the end has no say`() throws {
        let (bitmap, bytes) = try picture()
        let turned = TestPNG.chunk("eXIf", TestEXIF.tiff(orientation: 6))
        #expect(try codecs.decode(bytes + turned + bytes) == bitmap)
    }
}
