import CLarderSystem
import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `The disk format` {
    let place = TemporaryDirectory()

    @Test func `is the one that version 1 wrote`() throws {
        let golden = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Golden/version-1")
        try FileManager.default.copyItem(at: golden, to: place.url)
        let cache = try DiskCache(directory: place.url, capacity: nil)
        for key in ["first", "second", "third"] {
            #expect(try cache.data(forKey: key) == Data(key.utf8))
        }
        #expect(try cache.statistics.entries == 3)
        #expect(try cache.statistics.damage == 0)
    }

    static let published: [(bytes: [UInt8], checksum: UInt32)] = [
        ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
        ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
        ([UInt8](0..<32), 0x46DD_794E),
        ([UInt8]("123456789".utf8), 0xE306_9283),
    ]

    @Test(arguments: published)
    func `checks with CRC-32C as RFC 3720 §B.4 publishes it`(bytes: [UInt8], expected: UInt32) {
        #expect(larder_crc32c(0, bytes, bytes.count) == expected)
        #expect(larder_crc32c_portable(0, bytes, bytes.count) == expected)
    }

    @Test func `has one checksum by instruction and by table, at any length and in parts`() {
        let bytes = [UInt8](Data.pattern(1, count: 40_000))
        for length in [0, 1, 7, 8, 767, 768, 769, 5000, 12_287, 12_288, 12_289, 40_000] {
            let whole = larder_crc32c(0, bytes, length)
            #expect(whole == larder_crc32c_portable(0, bytes, length))
            let half = length / 2
            let rest = Array(bytes[half..<length])
            #expect(larder_crc32c(larder_crc32c(0, bytes, half), rest, rest.count) == whole)
        }
    }

    @Test(arguments: [(0, UInt64(0x726F_DB47_DD0E_0E31)), (15, 0xA129_CA61_49BE_45E5)])
    func `hashes with SipHash as its paper publishes it`(length: Int, expected: UInt64) {
        let bytes = [UInt8](0..<UInt8(length))
        #expect(
            larder_siphash24(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908, bytes, length)
                == expected)
    }
}
