import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `What TSFileCache gets wrong` {
    private let folder = TemporaryDirectory()

    private func files() throws -> TieredCache {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        return TieredCache(memory, try DiskCache(directory: folder.url, capacity: nil))
    }

    @Test func `a store after a read leaves no old bytes in memory`() async throws {
        let files = try files()
        try await files.store(Data(text: "old"), forKey: "a")
        #expect(try await files.text("a") == "old")
        try await files.store(Data(text: "new"), forKey: "a")
        #expect(try await files.text("a") == "new")
        #expect(files.memory["a"] == Data(text: "new"))
    }

    @Test(arguments: ["a/b", "/a", "a/", "//", "a/b/c.png"])
    func `a key with slashes is a key`(key: String) throws {
        let disk = try DiskCache(directory: folder.url, capacity: nil)
        try disk.store(Data(text: key), forKey: key)
        #expect(try disk.data(forKey: key) == Data(text: key))
    }

    @Test(arguments: ["../out", "../../out", "..", ".", "a/../../out"])
    func `a key with dots leaves nothing outside the directory`(key: String) throws {
        let inner = folder.url.appending(path: "x/cache", directoryHint: .isDirectory)
        let disk = try DiskCache(directory: inner, capacity: nil)
        try disk.store(Data(text: key), forKey: key)
        #expect(try disk.data(forKey: key) == Data(text: key))
        #expect(folder.names == ["x"])
        let beside = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appending(path: "x").path)
        #expect(beside == ["cache"])
    }

    @Test func `a failure to write is thrown, and a miss is none`() throws {
        let disk = try DiskCache(directory: folder.url, capacity: nil)
        disk.close()
        #expect(throws: DiskCacheError.self) { try disk.store(Data(), forKey: "a") }
    }

    @Test func `an empty value is a value and a missing one is not`() async throws {
        let files = try files()
        try await files.store(Data(), forKey: "empty")
        #expect(try await files.data(forKey: "empty") == Data())
        #expect(try await files.data(forKey: "missing") == nil)
    }

    @Test func `files that lie about in the directory are no keys`() throws {
        let disk = try DiskCache(directory: folder.url, capacity: nil)
        try disk.store(Data(), forKey: "a")
        try Data().write(to: folder.file("stray"))
        try FileManager.default.createDirectory(
            at: folder.file("sub"), withIntermediateDirectories: true)
        try Data().write(to: folder.file("sub/inner"))
        let cursor = disk.entries()
        #expect(try cursor.next()?.key == "a")
        #expect(try cursor.next() == nil)
    }

    @Test func `a capacity limits its size`() throws {
        let disk = try DiskCache(directory: folder.url, capacity: .kibibytes(256))
        for number in 0..<100 { try disk.store(Data(count: 10_000), forKey: "\(number)") }
        #expect(try disk.statistics.bytesInUse <= .kibibytes(256))
        #expect(try disk.data(forKey: "99") != nil)
    }
}
