import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What TSFileCache's own tests asked of it, asked of Larder.
@Suite struct `What TSFileCache offers` {
    private let folder = TemporaryDirectory()
    private let data = Data(text: "hello")

    private func cache() throws -> DiskCache {
        try DiskCache(directory: folder.url, capacity: nil)
    }

    @Test(arguments: ["http://example.com/cache", "data:,x", "/"])
    func `1: a URL that is no local directory is refused with a clear error`(text: String) throws {
        let url = try #require(URL(string: text))
        let error = #expect(throws: DiskCacheError.self) {
            try DiskCache(directory: url, capacity: nil)
        }
        #expect(error?.message.isEmpty == false)
    }

    @Test func `2: a cache opens at a directory`() throws {
        #expect(try cache().directory == folder.url)
    }

    @Test(arguments: ["/Cache", "Cache", "Cache/", "/Cache/"])
    func `3: a cache's directory in a standard place has a name, with or without slashes`(
        name: String
    ) throws {
        let directory = try StandardPlace.temporary.directory(named: name)
        #expect(directory.lastPathComponent == "Cache")
        #expect(
            directory.deletingLastPathComponent().path == StandardPlace.temporary.directory.path)
    }

    @Test(arguments: ["", "/", "..", "a/../b", "../a", "./a", "a\0b"])
    func `4: a name that would leave its place is refused`(name: String) {
        #expect(throws: DiskCacheError.self) {
            try DiskCache(named: name, in: .temporary, capacity: nil)
        }
    }

    @Test func `5: opening makes the directory, with those above it`() throws {
        let deep = folder.url.appending(path: "a/b", directoryHint: .isDirectory)
        _ = try DiskCache(named: "a/b", in: StandardPlace(directory: folder.url), capacity: nil)
        #expect(FileManager.default.fileExists(atPath: deep.path))
    }

    @Test func `6: opening fails if a file stands there, and leaves the file`() throws {
        try data.write(to: folder.url)
        #expect(throws: DiskCacheError.self) { try cache() }
        #expect(try Data(contentsOf: folder.url) == data)
    }

    @Test func `7: opening twice is harmless`() throws {
        let first = try cache()
        try first.store(data, forKey: "a")
        #expect(try cache().data(forKey: "a") == data)
        #expect(try first.data(forKey: "a") == data)
    }

    @Test func `8: the program's own instance is none until it is set, and then stays`() throws {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        let mine = TieredCache(memory, try cache())
        #expect(TieredCache.shared == nil)
        #expect(TieredCache.setShared(mine))
        #expect(TieredCache.shared === mine)
        #expect(!TieredCache.setShared(TieredCache(memory, try cache())))
        #expect(TieredCache.shared === mine)
    }

    @Test func `9: a key that was never stored is nil`() throws {
        #expect(try cache().data(forKey: "a") == nil)
    }

    @Test func `10: what was stored is read, by this and by the next process`() throws {
        do { try cache().store(data, forKey: "a") }
        #expect(try cache().data(forKey: "a") == data)
    }

    @Test func `11: whether a key is there is told without reading its bytes`() throws {
        let cache = try cache()
        try cache.store(data, forKey: "a")
        #expect(try cache.contains("a"))
        #expect(try !cache.contains("b"))
    }

    @Test func `12: what is removed is gone, and removing nothing is harmless`() throws {
        let cache = try cache()
        try cache.store(data, forKey: "a")
        try cache.remove(forKey: "a")
        try cache.remove(forKey: "a")
        #expect(try cache.data(forKey: "a") == nil)
    }

    @Test func `13: removing all leaves an empty cache that works on`() throws {
        let cache = try cache()
        try cache.store(data, forKey: "a")
        try cache.removeAll()
        #expect(FileManager.default.fileExists(atPath: folder.url.path))
        #expect(try cache.entries().next() == nil)
        try cache.store(data, forKey: "b")
        #expect(try cache.data(forKey: "b") == data)
    }

    @Test func `14: storing without a key gives a new one each time`() throws {
        let cache = try cache()
        let keys = try (0..<100).compactMap { _ in try cache.storeUnderNewKey(data) }
        #expect(Set(keys).count == 100)
        #expect(try cache.data(forKey: keys[42]) == data)
    }

    @Test func `15: the keys of all entries are told`() throws {
        let cache = try cache()
        for key in ["a", "b/c", ""] { try cache.store(data, forKey: key) }
        var keys: Set<String> = []
        let cursor = cache.entries()
        while let entry = try cursor.next() { keys.insert(entry.key) }
        #expect(keys == ["a", "b/c", ""])
    }

    @Test func `16: an entry's attributes tell its size, its time and its notes`() throws {
        let cache = try cache()
        try cache.store(data, forKey: "a", metadata: ["note": "x"])
        let attributes = try #require(try cache.attributes(forKey: "a"))
        #expect(attributes.size == 5)
        #expect(attributes.metadata == ["note": "x"])
        #expect(abs(attributes.storedAt.timeIntervalSinceNow) < 60)
        #expect(try cache.attributes(forKey: "b") == nil)
    }

    @Test func `17: subscripts store, read and, assigned nil, remove`() {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        memory["a"] = data
        #expect(memory["a"] == data)
        memory["a"] = nil
        #expect(memory["a"] == nil)
    }

    @Test func `18: the memory tier and the directory can be looked at`() async throws {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        let disk = try cache()
        let files = TieredCache(memory, disk)
        try await files.store(data, forKey: "a")
        #expect(files.memory["a"] == data)
        #expect(try await disk.data(forKey: "a") == data)
        #expect(disk.directory == folder.url)
    }

    @Test func `19: a read from disk puts the bytes into memory`() async throws {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        let files = TieredCache(memory, try cache())
        try await cache().store(data, forKey: "a")
        #expect(files.memory["a"] == nil)
        #expect(try await files.data(forKey: "a") == data)
        #expect(files.memory["a"] == data)
    }

    @Test func `20: a cache of one's own type needs an encoder and a decoder, no subclass`()
        async throws
    {
        let points = TypedCache<[Int]>(
            try cache(), encode: { Data($0.map(UInt8.init)) }, decode: { $0.map(Int.init) })
        try await points.store([1, 2, 3], forKey: "p")
        #expect(try await points.value(forKey: "p") == [1, 2, 3])
        try await points.remove(forKey: "p")
        #expect(try await points.value(forKey: "p") == nil)
        let names = TypedCache<[String: Int]>(try cache())
        try await names.store(["a": 1], forKey: "n")
        #expect(try await names.value(forKey: "n") == ["a": 1])
    }
}
