import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// By a cleaner of temporary files, or by a person.
@Suite struct `A directory that is removed while it is open` {
    private let place = TemporaryDirectory()
    private let files = FaultyFileSystem()

    /// The ways to change a cache, and the key under which each leaves something.
    enum Change: CaseIterable {
        case store, synced, bucket, tier, large, writer, shortWriter, tierWriter, newKey

        func perform(on cache: DiskCache) async throws -> String {
            let data = Data("new".utf8)
            switch self {
            case .store: try cache.ownBucket.store(data, forKey: "new")
            case .synced: try cache.ownBucket.store(data, forKey: "new", durability: .synced)
            case .bucket: try cache.bucket("b").store(data, forKey: "new")
            case .tier:
                let entry = Entry(payload: data, attributes: EntryAttributes(storedAt: Date()))
                try await cache.store(entry, forKey: "new")
            case .large: try cache.ownBucket.store(.pattern(1, count: 1_000_000), forKey: "new")
            case .writer:
                // What goes to a file in parts is refused.
                let part = Data.pattern(1, count: 1_000_000)
                let writer = try cache.ownBucket.writer(forKey: "new")
                #expect { try writer.write(part) } throws: {
                    DiskCacheError.Code.directoryRemoved ~= $0
                }
                try cache.ownBucket.store(part, forKey: "new")
            case .shortWriter:
                let writer = try cache.ownBucket.writer(forKey: "new")
                try writer.write(data)
                try writer.commit()
            case .tierWriter:
                let writer: any EntryWriter = try await cache.writer(forKey: "new")
                try await writer.write(data)
                try await writer.commit(EntryAttributes(storedAt: Date()))
            case .newKey: return try #require(try cache.storeUnderNewKey(data))
            }
            return "new"
        }
    }

    @Test(arguments: Change.allCases)
    func `is made anew by the next change, which is there`(change: Change) async throws {
        let url = place.file("a/cache")
        let cache = try DiskCache(directory: url, capacity: .mebibytes(8))
        let bucket = cache.bucket("b")
        try cache.ownBucket.store(Data("old".utf8), forKey: "old")
        try bucket.store(Data("old".utf8), forKey: "old")
        for _ in 0..<3 {
            try FileManager.default.removeItem(at: place.url)
            let key = try await change.perform(on: cache)
            // A copy is opened as another process would open the directory.
            let copy = place.file("copy")
            try FileManager.default.copyItem(at: url, to: copy)
            let other = try DiskCache(directory: copy, capacity: .mebibytes(8))
            let space: any DiskEntries = change == .bucket ? other.bucket("b") : other
            #expect(try space.data(forKey: key, in: 0..<3) != nil)
            other.close()
            try FileManager.default.removeItem(at: copy)
            #expect(try cache.ownBucket.data(forKey: "old") == nil)
            #expect(try bucket.data(forKey: "old") == nil)
            #expect(try cache.statistics.entries == 1)
            #expect(try cache.capacity == .mebibytes(8))
        }
        cache.close()
        #expect { try bucket.data(forKey: "old") } throws: { DiskCacheError.Code.closed ~= $0 }
    }

    @Test func `is made anew by the caches that share it, together`() throws {
        let caches = try (0..<3).map { _ in
            try DiskCache(directory: place.url, capacity: nil, sharing: .exclusive)
        }
        try FileManager.default.removeItem(at: place.url)
        for (index, cache) in caches.enumerated() {
            try cache.ownBucket.store(Data("\(index)".utf8), forKey: "\(index)")
        }
        for cache in caches {
            #expect(try cache.statistics.entries == 3)
        }
    }

    @Test func `is heard of from the process that finds out`() throws {
        let (one, two) = try (DiskCache.open(on: files), DiskCache.open(on: files.otherProcess()))
        try one.store(Data("old".utf8), forKey: "a")
        #expect(try two.data(forKey: "a") == Data("old".utf8))
        for name in files.files.keys { files.delete(name) }
        try one.store(Data("new".utf8), forKey: "a")
        #expect(try two.data(forKey: "a") == Data("new".utf8))
    }

    /// A process that changes nothing.
    @Test func `is found out by look-ups, a second later`() async throws {
        let reader = files.otherProcess()
        let (one, two) = try (DiskCache.open(on: files), DiskCache.open(on: reader))
        try one.ownBucket.store(Data("old".utf8), forKey: "a")
        for round in 0..<3 {
            let old = try #require(try two.ownBucket.data(forKey: "a"))
            for name in files.files.keys { files.delete(name) }
            let three = try DiskCache.open(on: files.otherProcess())
            let new = Data("new \(round)".utf8)
            try three.ownBucket.store(new, forKey: "a")
            try three.ownBucket.store(new, forKey: "b \(round)")
            #expect(try two.ownBucket.data(forKey: "a") == old)
            #expect(try two.ownBucket.data(forKey: "b \(round)") == nil)
            reader.passSecond()
            switch round {
            case 0: break
            case 1: #expect(try await two.entry(forKey: "a")?.payload == new)
            default:
                // What finds nothing looks the less often.
                for _ in 0..<20 { _ = try two.ownBucket.data(forKey: "b \(round)") }
                #expect(try two.ownBucket.data(forKey: "b \(round)") == new)
            }
            for key in ["a", "b \(round)"] {
                #expect(try two.ownBucket.data(forKey: key) == new)
            }
        }
    }

    /// What goes by age takes the files that nobody writes to.
    @Test(arguments: [["lock"], ["lock", "open"]])
    func `in part keeps its entries and has one writer at a time`(names: [String]) throws {
        func open() throws -> DiskCache {
            try DiskCache.open(on: files.otherProcess(), capacity: nil)
        }
        let (one, two) = try (open(), open())
        try one.store(Data("old".utf8), forKey: "old")
        for name in names { files.delete(name) }
        let three = try open()
        let caches = [one, three, two]
        for round in 0..<300 {
            let cache = caches[round % 3]
            try cache.store(.pattern(round, count: 300), forKey: "\(round % 50)")
        }
        for cache in caches {
            #expect(try cache.data(forKey: "old") != nil)
            for key in 0..<50 {
                #expect(try cache.data(forKey: "\(key)") == .pattern(250 + key, count: 300))
            }
            #expect(try cache.statistics.damage == 0)
        }
    }

    @Test(arguments: ["control", "00000001.pack"])
    func `in part loses nothing that is to survive`(name: String) throws {
        let cache = try DiskCache.open(on: files)
        try cache.store(Data("old".utf8), forKey: "old")
        files.delete(name)
        try cache.store(Data("new".utf8), forKey: "new", durability: .synced)
        #expect(try cache.data(forKey: "new") == Data("new".utf8))
        let reopened = try DiskCache.open(on: files.afterPowerLoss(seed: 1))
        #expect(try reopened.data(forKey: "new") == Data("new".utf8))
    }

    @Test func `and cannot be made anew is an error until it can`() throws {
        let url = place.file("cache")
        let cache = try DiskCache(directory: url, capacity: nil)
        try FileManager.default.removeItem(at: url)
        try Data("in the way".utf8).write(to: url)
        for _ in 0..<2 {
            #expect { try cache.ownBucket.store(Data(), forKey: "a") } throws: {
                DiskCacheError.Code.notADirectory ~= $0
            }
        }
        try FileManager.default.removeItem(at: url)
        try cache.ownBucket.store(Data(), forKey: "a")
        #expect(try cache.contains("a"))
    }

    @Test func `is not made by who was to find a cache there`() throws {
        try DiskCache(directory: place.url, capacity: nil).close()
        let cache = try DiskCache(existing: place.url)
        try FileManager.default.removeItem(at: place.url)
        #expect { try cache.ownBucket.remove(forKey: "a") } throws: {
            DiskCacheError.Code.notADirectory ~= $0
        }
        #expect(!FileManager.default.fileExists(atPath: place.url.path))
    }

    @Test func `under threads that use it costs entries and no more`() async throws {
        let cache = try DiskCache(directory: place.url, capacity: .mebibytes(4))
        let (url, manager) = (place.url, FileManager.default)
        await withTaskGroup { group in
            for worker in 0..<3 {
                group.addTask {
                    for round in 0..<200 {
                        let (key, data) = ("\(worker)", Data.pattern(round, count: 3000))
                        do {
                            try cache.ownBucket.store(data, forKey: key)
                            let found = try cache.ownBucket.data(forKey: key)
                            #expect(found == nil || found == data)
                        } catch {
                            #expect(error is DiskCacheError, "\(error)")
                        }
                    }
                }
            }
            group.addTask {
                // What is made meanwhile keeps the directory from going as a whole.
                for _ in 0..<40 { try? manager.removeItem(at: url) }
            }
        }
        try cache.ownBucket.store(Data("last".utf8), forKey: "last", durability: .synced)
        cache.close()
        let again = try DiskCache(directory: place.url, capacity: .mebibytes(4))
        #expect(try again.ownBucket.data(forKey: "last") == Data("last".utf8))
    }
}
