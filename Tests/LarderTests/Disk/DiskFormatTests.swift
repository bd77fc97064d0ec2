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
    /// Written by `DiskChild golden`.
    static let golden = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Golden/version-1")

    @Test func `is the one that version 1 wrote`() throws {
        try FileManager.default.copyItem(at: Self.golden, to: place.url)
        let cache = try DiskCache(directory: place.url, capacity: nil)
        for key in ["first", "second", "third"] {
            #expect(try cache.data(forKey: key) == Data(key.utf8))
            #expect(try cache.attributes(forKey: key)?.metadata == ["name": key])
        }
        #expect(try cache.data(forKey: "") == Data())
        #expect(try cache.data(forKey: "large")?.count == 2500)
        #expect(try cache.attributes(forKey: "large")?.metadata == ["name": "large"])
        #expect(try cache.data(forKey: "fill")?.count == 1500)
        #expect(try cache.bucket("other").data(forKey: "key") == Data("kept".utf8))
        for key in ["before all", "removed", "expired"] {
            #expect(try cache.data(forKey: key) == nil)
        }
        #expect(try cache.bucket("bucket").data(forKey: "key") == nil)
        let report = try cache.verify()
        #expect(report.damage.isEmpty && report.soundEntries == 8)
        #expect(try cache.statistics.damage == 0)
    }

    @Test(arguments: ["control", "00000001.pack", "00000002.pack"])
    func `of a newer version is refused and left as it is`(name: String) throws {
        try FileManager.default.copyItem(at: Self.golden, to: place.url)
        if name != "control" { try FileManager.default.removeItem(at: place.file("control")) }
        var bytes = [UInt8](try Data(contentsOf: place.file(name)))
        bytes[8] = 2
        let rest = Array(bytes[16..<64])
        let checksum = larder_crc32c(larder_crc32c(0, bytes, 12), rest, rest.count)
        withUnsafeBytes(of: checksum.littleEndian) { bytes.replaceSubrange(12..<16, with: $0) }
        try Data(bytes).write(to: place.file(name))
        let before = try contents()
        for sharing in [DirectorySharing.shared, .exclusive] {
            #expect {
                try DiskCache(directory: place.url, capacity: .mebibytes(1), sharing: sharing)
            } throws: {
                DiskCacheError.Code.newerFormat ~= $0
            }
        }
        #expect(throws: DiskCacheError.self) { try DiskCache(existing: place.url) }
        #expect(try contents() == before)
    }

    private func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in place.names where !["lock", "open"].contains(name) {
            contents[name] = try Data(contentsOf: place.file(name))
        }
        return contents
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
        for length in [0, 1, 7, 8, 767, 768, 5000, 12_287, 12_288, 12_289, 16_895, 16_896, 40_000] {
            let whole = larder_crc32c(0, bytes, length)
            #expect(whole == larder_crc32c_portable(0, bytes, length))
            let half = length / 2
            let rest = Array(bytes[half..<length])
            #expect(larder_crc32c(larder_crc32c(0, bytes, half), rest, rest.count) == whole)
        }
    }

    @Test(arguments: [
        (0, UInt64(0x726F_DB47_DD0E_0E31)), (1, 0x74F8_39C5_93DC_67FD),
        (7, 0xAB02_00F5_8B01_D137), (8, 0x93F5_F579_9A93_2462), (9, 0x9E00_82DF_0BA9_E4B0),
        (15, 0xA129_CA61_49BE_45E5), (63, 0x958A_324C_EB06_4572),
    ])
    func `hashes with SipHash as its paper publishes it`(length: Int, expected: UInt64) {
        let bytes = [UInt8](0..<UInt8(length))
        #expect(
            larder_siphash24(0x0706_0504_0302_0100, 0x0F0E_0D0C_0B0A_0908, bytes, length)
                == expected)
    }
}
