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
