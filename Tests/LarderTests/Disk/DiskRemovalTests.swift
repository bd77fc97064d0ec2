import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Nothing in memory knows an evicted entry any more, but its bytes are in the hand's pack still.
@Suite struct `Removing an entry that was evicted` {
    private let files = FaultyFileSystem()

    /// A cache whose hand has passed the entry under "gone", and not yet its pack.
    private func cache() throws -> DiskCache {
        let cache = try DiskCache.open(on: files)
        try cache.store(Data("gone".utf8), forKey: "gone", durability: .synced)
        var count = 0
        while try cache.statistics.evictions == 0 {
            try cache.store(Data.pattern(count, count: 900), forKey: "\(count)")
            count += 1
        }
        return cache
    }

    @Test func `with a flush, keeps it away through a loss of power`() throws {
        let cache = try cache()
        try cache.remove(forKey: "gone", durability: .synced)
        for seed in 0..<20 {
            let reopened = try DiskCache.open(on: files.afterPowerLoss(seed: UInt64(seed)))
            #expect(try reopened.data(forKey: "gone") == nil, "seed \(seed)")
        }
    }

    @Test func `keeps it away when the control page is lost`() throws {
        let cache = try cache()
        try cache.remove(forKey: "gone")
        let snapshot = files.snapshot()
        snapshot.delete("control")
        let reopened = try DiskCache.open(on: snapshot)
        #expect(try reopened.data(forKey: "gone") == nil)
        #expect(try reopened.statistics.entries > 0)
    }

    @Test func `appends nothing when there is nothing of it`() throws {
        let cache = try cache()
        let before = try cache.statistics.packs
        let bytes = files.files.values.reduce(0) { $0 + $1.count }
        for number in 0..<100 { try cache.remove(forKey: "never \(number)") }
        #expect(try cache.statistics.packs == before)
        #expect(files.files.values.reduce(0) { $0 + $1.count } == bytes)
    }
}
