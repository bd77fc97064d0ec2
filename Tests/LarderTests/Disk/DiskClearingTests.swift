import Larder
import LarderTesting
import Synchronization
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

    /// The pack that the record leaves behind has no seal.
    @Test func `is no damage to who looks meanwhile, nor after a death`() throws {
        let cache = try DiskCache.open(on: files, capacity: .kibibytes(128))
        let other = try DiskCache.open(on: files.otherProcess(), capacity: .kibibytes(128))
        for index in 0..<300 {
            try cache.store(
                .pattern(index, count: 900), forKey: "\(index)",
                durability: index == 290 ? .synced : .buffered)
        }
        #expect(try other.contains("299"))
        let flushes = Atomic(0)
        let found = Atomic(0)
        files.onCall { [files] call in
            _ = try? other.contains("299")
            let again = try? DiskCache.open(on: files.snapshot(), capacity: .kibibytes(128))
            found.add((try? again?.statistics.damage) ?? 1, ordering: .relaxed)
            // A flush that fails has the hand's step published and its packs left for later.
            guard call.name == "sync" else { return nil }
            let count = flushes.add(1, ordering: .relaxed).newValue
            return count == 1 ? .fail(.io) : nil
        }
        try cache.removeAll()
        files.onCall { _ in nil }
        #expect(flushes.load(ordering: .relaxed) > 1)
        #expect(found.load(ordering: .relaxed) == 0)
        #expect(try other.statistics.entries == 0)
        #expect(try other.statistics.damage == 0)
        #expect(try cache.statistics.damage == 0)
    }

    /// With room left for a new pack, and with none at all.
    @Test(arguments: [false, true])
    func `makes room on a full volume`(isFullUp: Bool) throws {
        let cache = try DiskCache.open(on: files, capacity: nil)
        try cache.store(.pattern(0, count: 3 << 20), forKey: "large")
        limit(to: 4 << 20)
        #expect {
            for index in 0..<100 {
                try cache.store(.pattern(index, count: 20_000), forKey: "\(index)")
            }
        } throws: {
            DiskCacheError.Code.volumeFull ~= $0
        }
        limit(to: isFullUp ? used : 4 << 20)
        try cache.removeAll()
        #expect(!files.files.keys.contains { $0.hasSuffix(".large") })
        #expect(try cache.statistics.entries == 0)
        for index in 0..<20 { try cache.store(.pattern(index, count: 20_000), forKey: "\(index)") }
        for index in 0..<20 {
            #expect(try cache.data(forKey: "\(index)") == .pattern(index, count: 20_000))
        }
    }
}
