import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct OlderCacheTierTests {
    private let folder: OldFolder
    private let old: OlderCache

    init() throws {
        folder = try OldFolder(["a": Data(text: "1"), "b": Data(text: "2")])
        old = try .tsFileCache(at: folder.url)
    }

    @Test func `whatever is done to the tier, the folder stays as it was`() async throws {
        let before = try folder.contents()
        let entry = try #require(await old.entry(forKey: "a"))
        try await old.store(entry, forKey: "a")
        try await old.store(entry, forKey: "new")
        try await old.store(entry, forKey: "b", ifVersion: nil)
        try await old.remove(forKey: "b")
        try await old.removeAll()
        #expect(try folder.contents() == before)
    }

    @Test func `a key that was stored anew or removed does not show its old bytes again`()
        async throws
    {
        let found = try #require(await old.entry(forKey: "a"))
        let version = found.attributes.version
        #expect(old.isCurrent(version, forKey: "a"))
        #expect(try await old.store(found, forKey: "a") == nil)
        #expect(!old.isCurrent(version, forKey: "a"))
        #expect(old.isCurrent(nil, forKey: "a"))
        #expect(try await old.data(forKey: "a") == nil)
        #expect(try await old.text("b") == "2")
        try await old.removeAll()
        #expect(try await old.data(forKey: "b") == nil)
        #expect(try await old.attributes(forKey: "b") == nil)
    }

    @Test func `a promotion that comes down again changes nothing`() async throws {
        let found = try #require(await old.entry(forKey: "a"))
        #expect(try await old.store(found, forKey: "a", ifVersion: nil) == nil)
        #expect(try await old.text("a") == "1")
    }

    @Test func `with deletesReplaced what was replaced is gone for the next process too`()
        async throws
    {
        let deleting = try OlderCache.tsFileCache(at: folder.url, deletesReplaced: true)
        let entry = try #require(await deleting.entry(forKey: "a"))
        try await deleting.store(entry, forKey: "a")
        #expect(try Set(folder.contents().keys) == ["b"])
        try await deleting.remove(forKey: "missing")
        try await deleting.removeAll()
        #expect(try folder.contents().isEmpty)
    }

    @Test func `with deletesReplaced nobody else's files are deleted`() async throws {
        let list = ["http...a.com.own.jpg": "/Documents/own.jpg"]
        let documents = try OldFolder([
            "own.jpg": Data(), "letter.txt": Data(),
            "imagecache.plist": try PropertyListEncoder().encode(list),
        ])
        let cache = try OlderCache.imageCache(at: documents.url, deletesReplaced: true)
        try await cache.removeAll()
        #expect(try Set(documents.contents().keys) == ["letter.txt", "imagecache.plist"])
    }

    @Test func `a reader reads parts of an old file`() async throws {
        try Data(text: "0123456789").write(to: folder.file("c"))
        let reader = try #require(await old.reader(forKey: "c"))
        #expect(try await reader.read(2..<5) == Data(text: "234"))
    }
}
