import Foundation

/// PNG files put together piece by piece, to hold whatever is wanted.
struct TestPNG {
    var width: Int
    var height: Int
    /// 0 gray, 2 red, green and blue, 3 palette, 4 gray and alpha, 6 all four; 8 bits each.
    var type: Int
    /// Rows as they are packed: each the number of its filter and then its bytes.
    var rows: [UInt8]
    /// Chunks between the header and the pixels.
    var before: [UInt8] = []
    /// Chunks between the pixels and the end.
    var after: [UInt8] = []
    /// Into how many bytes each chunk of pixels is cut.
    var piece = Int.max

    /// Bytes of a row without its filter's number.
    static func rowLength(width: Int, type: Int) -> Int { width * [1, 1, 3, 1, 2, 1, 4][type] }

    var data: Data {
        let header = Self.big32(width) + Self.big32(height) + [8, UInt8(type), 0, 0, 0]
        let packed = Self.stored(rows)
        var pixels: [UInt8] = []
        var start = 0
        while start < packed.count {
            let end = min(packed.count - start, piece) + start
            pixels += Self.chunk("IDAT", Array(packed[start..<end]))
            start = end
        }
        return Data(
            Self.signature + Self.chunk("IHDR", header) + before + pixels + after
                + Self.chunk("IEND", []))
    }
}

extension TestPNG {
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A chunk with its checksum.
    static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + content
        return big32(content.count) + body + big32(Int(crc(body)))
    }

    static func big32(_ value: Int) -> [UInt8] {
        (0..<4).map { UInt8(value >> (24 - $0 * 8) & 0xFF) }
    }

    /// The file with every chunk's checksum made right, up to where chunks end.
    static func rechecked(_ bytes: Data) -> Data {
        var bytes = [UInt8](bytes)
        var place = 8
        while bytes.count - place >= 12 {
            let length = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard length <= bytes.count - place - 12 else { break }
            let end = place + 8 + length
            bytes.replaceSubrange(end..<end + 4, with: big32(Int(crc(bytes[place + 4..<end]))))
            place = end + 4
        }
        return Data(bytes)
    }

    /// A zlib stream that holds bytes as they are.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        let blocks = stride(from: 0, to: max(bytes.count, 1), by: 65_535).flatMap { start in
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            let isLast: UInt8 = block.endIndex == bytes.count ? 1 : 0
            return [isLast, low, high, ~low, ~high] + block
        }
        return [0x78, 0x01] + blocks + big32(adler(bytes))
    }

    private static func adler(_ bytes: [UInt8]) -> Int {
        let (a, b) = bytes.reduce((1, 0)) { sums, byte in
            let a = (sums.0 + Int(byte)) % 65_521
            return (a, (sums.1 + a) % 65_521)
        }
        return b << 16 | a
    }

    private static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
