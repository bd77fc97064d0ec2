import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Racing on one key of a disk cache` {
    /// Adds one to the number under `key`, as often as it takes until nobody came between.
    private func increment(_ cache: DiskCache) async throws {
        while true {
            let old = try await cache.entry(forKey: "count")
            let count = old.flatMap { Int(String(decoding: $0.payload, as: UTF8.self)) } ?? 0
            let next = Entry(
                payload: Data("\(count + 1)".utf8), attributes: EntryAttributes(storedAt: Date()))
            let version = try await cache.store(
                next, forKey: "count", ifVersion: old?.attributes.version)
            if version != nil { return }
        }
    }

    @Test(arguments: [1, 3])
    func `storing if nothing has changed loses no step`(processes: Int) async throws {
        let files = FaultyFileSystem()
        let caches = try (0..<processes).map {
            try DiskCache.open(on: $0 == 0 ? files : files.otherProcess())
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<6 {
                group.addTask {
                    for _ in 0..<25 { try await increment(caches[task % processes]) }
                }
            }
            try await group.waitForAll()
        }
        for cache in caches {
            #expect(try await cache.entry(forKey: "count")?.payload == Data("150".utf8))
        }
    }
}
