import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Dead bytes are given back by carrying the living on: behind what the same change appends, a
/// copy of what it replaces would be the newest.
@Suite struct `A disk cache that gives dead bytes back` {
    private func value(_ text: String, _ count: Int = 300_000) -> Data {
        Data(text.utf8) + Data(count: count)
    }

    /// A cache in which a change after one of some numbers of stores moves the hand over "a".
    private func cache(
        _ run: Int, old: Data, in place: TemporaryDirectory
    ) throws -> DiskCache {
        let cache = try DiskCache(directory: place.url, capacity: nil)
        try cache.store(old, forKey: "a")
        for _ in 0..<run { try cache.store(value("b"), forKey: "b") }
        return cache
    }

    @Test(arguments: [300_000, 1_500_000], [Durability.buffered, .synced])
    func `keeps what was stored last`(oldSize: Int, durability: Durability) throws {
        for run in 10..<30 {
            let place = TemporaryDirectory()
            let cache = try cache(run, old: value("old", oldSize), in: place)
            try cache.store(value("new"), forKey: "a", durability: durability)
            #expect(try cache.data(forKey: "a") == value("new"), "after \(run) stores")
            cache.close()
            let again = try DiskCache(directory: place.url, capacity: nil)
            #expect(try again.data(forKey: "a") == value("new"), "after \(run) stores")
            #expect(try again.statistics.damage == 0)
        }
    }

    @Test(arguments: [300_000, 1_500_000])
    func `keeps the metadata that was given last`(size: Int) throws {
        for run in 10..<30 {
            let place = TemporaryDirectory()
            let cache = try cache(run, old: value("old", size), in: place)
            #expect(try cache.replaceMetadata(forKey: "a", with: ["new": "yes"]) != nil)
            #expect(try cache.attributes(forKey: "a")?.metadata == ["new": "yes"], "\(run)")
            #expect(try cache.data(forKey: "a") == value("old", size), "after \(run) stores")
        }
    }

    @Test(arguments: [300_000, 1_500_000], [true, false])
    func `keeps what was removed away`(size: Int, isErased: Bool) throws {
        for run in 10..<30 {
            let place = TemporaryDirectory()
            let cache = try cache(run, old: value("old", size), in: place)
            try cache.remove(forKey: "a", erasing: isErased)
            for _ in 0..<3 { try cache.store(value("b"), forKey: "b") }
            #expect(try cache.data(forKey: "a") == nil, "after \(run) stores")
        }
    }

    /// A disk on which a cache has removed nearly all that it had, and given nothing back yet.
    private func emptied() throws -> FaultyFileSystem {
        let disk = FaultyFileSystem()
        let cache = try DiskCache.open(on: disk, capacity: nil)
        for number in 0..<40 { try cache.store(value("\(number)", 50_000), forKey: "\(number)") }
        for number in 1..<40 where number != 20 { try cache.remove(forKey: "\(number)") }
        return disk.snapshot()
    }

    @Test(arguments: [Errno.noSpace, .overQuota, .io])
    func `opens and reads where nothing can be written`(errno: Errno) throws {
        let files = try emptied()
        files.onCall { $0.name.contains("write") ? .fail(errno) : nil }
        let cache = try DiskCache.open(on: files, capacity: nil)
        #expect(try cache.data(forKey: "20") == value("20", 50_000))
        #expect(throws: DiskCacheError.self) { try cache.store(value("new"), forKey: "new") }
        files.onCall { _ in nil }
        #expect(try cache.data(forKey: "0") == value("0", 50_000))
        try cache.store(value("new"), forKey: "new")
        #expect(try cache.data(forKey: "new") == value("new"))
        #expect(try cache.data(forKey: "20") == value("20", 50_000))
    }

    @Test func `stores and removes though what is before the hand cannot be read`() throws {
        let files = try emptied()
        let cache = try DiskCache.open(on: files, capacity: nil)
        files.onCall { $0.name.contains("read") ? .fail(.io) : nil }
        for number in 0..<3 { try cache.store(value("new"), forKey: "new \(number)") }
        try cache.remove(forKey: "new 0")
        files.onCall { _ in nil }
        #expect(try cache.data(forKey: "new 0") == nil)
        #expect(try cache.data(forKey: "new 2") == value("new"))
        #expect(try cache.data(forKey: "20") == value("20", 50_000))
        for _ in 0..<40 { try cache.store(value("more"), forKey: "more") }
        #expect(try cache.statistics.bytesInUse < .mebibytes(8), "it gives back again")
    }

    /// The file of what was carried on in the same change goes with it all the same.
    @Test func `leaves no file behind that nobody names`() throws {
        for run in 10..<30 {
            let place = TemporaryDirectory()
            let cache = try cache(run, old: value("old", 1_500_000), in: place)
            try cache.store(value("new"), forKey: "a")
            #expect(place.largeFiles.isEmpty, "after \(run) stores")
        }
    }
}

/// A cache with a capacity makes room before it appends, so the hand may have just passed what is
/// replaced.
@Suite struct `A disk cache whose hand passes what is being replaced` {
    private func fill(_ cache: DiskCache, _ run: Int, isRead: Bool) throws {
        try cache.store(Data(count: 300_000), forKey: "a", metadata: ["old": "yes"])
        for number in 0..<(50 + run) {
            if isRead { _ = try cache.data(forKey: "a") }
            try cache.store(Data(count: 50_000), forKey: "\(number)")
        }
    }

    @Test(arguments: [true, false])
    func `keeps a large payload with its new metadata, or neither`(isRead: Bool) throws {
        for run in 0..<60 {
            let place = TemporaryDirectory()
            let cache = try DiskCache(directory: place.url, capacity: .mebibytes(4))
            try fill(cache, run, isRead: isRead)
            let long = String(repeating: "x", count: 60_000)
            let isThere = try cache.replaceMetadata(forKey: "a", with: ["new": long]) != nil
            #expect(try cache.data(forKey: "a")?.count == (isThere ? 300_000 : nil), "\(run)")
            #expect(try cache.statistics.damage == 0)
        }
    }

    @Test func `counts no file that nobody names as in use`() throws {
        for run in 0..<60 {
            let place = TemporaryDirectory()
            let cache = try DiskCache(directory: place.url, capacity: .mebibytes(4))
            try fill(cache, run, isRead: true)
            try cache.store(Data(count: 50_000), forKey: "a")
            let named = try cache.allEntries().compactMap(\.location.payloadFile)
            #expect(place.largeFiles == named.sorted(), "\(run)")
        }
    }
}

extension TemporaryDirectory {
    fileprivate var largeFiles: [String] { names.filter { $0.hasSuffix(".large") } }
}

extension DiskCache {
    fileprivate func allEntries() throws -> [DiskEntry] {
        let cursor = entries()
        var all: [DiskEntry] = []
        while let entry = try cursor.next() { all.append(entry) }
        return all
    }
}
