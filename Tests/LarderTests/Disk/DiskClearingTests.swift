import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Removing all entries` {
    private let files = FaultyFileSystem()

    private var used: Int { files.files.values.reduce(0) { $0 + $1.count } }

    /// From now on the disk takes no more than `limit` bytes.
    private func limit(to limit: Int) {
        files.onCall { [files] call in
            let used = files.files.values.reduce(0) { $0 + $1.count }
            return call.name == "write" && used >= limit ? .fail(.noSpace) : nil
        }
    }

    @Test(arguments: [nil, .kibibytes(128)] as [ByteCount?], [Durability.buffered, .synced])
    func `gives their bytes back`(capacity: ByteCount?, durability: Durability) throws {
        let cache = try DiskCache.open(on: files, capacity: capacity)
        let other = try DiskCache.open(on: files.otherProcess(), capacity: capacity)
        let sizes = [900, 20_000, 0, 9000]
        for index in 0..<300 {
            try cache.store(.pattern(index, count: sizes[index % 4]), forKey: "\(index % 40)")
        }
        for _ in 0..<3 {
            try cache.removeAll(durability: durability)
            #expect(used < 8192)
            #expect(try cache.statistics.bytesInUse <= .kibibytes(20))
            #expect(try other.statistics.entries == 0)
            let again = try DiskCache.open(
                on: durability == .synced ? files.afterPowerLoss(seed: 1) : files.snapshot(),
                capacity: capacity)
            #expect(try again.statistics.entries == 0)
            try other.store(Data("new".utf8), forKey: "1")
            #expect(try cache.data(forKey: "1") == Data("new".utf8))
        }
    }

    /// With room left for a new pack, and with none at all.
    @Test(arguments: [false, true])
    func `makes room on a full volume`(isFullUp: Bool) throws {
        let cache = try DiskCache.open(on: files, capacity: nil)
        limit(to: 1 << 20)
        #expect {
            for index in 0..<100 {
                try cache.store(.pattern(index, count: 20_000), forKey: "\(index)")
            }
        } throws: {
            DiskCacheError.Code.volumeFull ~= $0
        }
        limit(to: isFullUp ? used : 1 << 20)
        try cache.removeAll()
        #expect(try cache.statistics.entries == 0)
        for index in 0..<20 { try cache.store(.pattern(index, count: 20_000), forKey: "\(index)") }
        for index in 0..<20 {
            #expect(try cache.data(forKey: "\(index)") == .pattern(index, count: 20_000))
        }
    }
}
