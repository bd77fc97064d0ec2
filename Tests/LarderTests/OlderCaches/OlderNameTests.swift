import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct OlderNameTests {
    @Test(arguments: [
        "../secret", "..", ".", "", "/etc/passwd", "sub/file", "a\u{0}b",
        String(repeating: "x", count: 256), "secret\u{0}",
    ])
    func `a key that would leave the folder or cannot be a name is a miss`(
        key: String
    ) async throws {
        let parent = try OldFolder(["secret": Data(text: "secret")])
        let inner = parent.file("inner")
        try FileManager.default.createDirectory(
            at: inner.appending(path: "sub"), withIntermediateDirectories: true)
        try Data(text: "deep").write(to: inner.appending(path: "sub/file"))
        let old = try OlderCache.tsFileCache(at: inner)
        #expect(try await old.data(forKey: key) == nil)
        #expect(try await old.attributes(forKey: key) == nil)
        try await old.remove(forKey: key)
        try await old.removeAll()
        #expect(try await OlderCache.tsFileCache(at: parent.url).text("secret") == "secret")
    }

    @Test func `symbolic links and folders are misses, and are not taken`() async throws {
        let outside = try OldFolder(["secret": Data(text: "secret")])
        let folder = try OldFolder()
        try FileManager.default.createSymbolicLink(
            at: folder.file("link"), withDestinationURL: outside.file("secret"))
        try FileManager.default.createDirectory(
            at: folder.file("folder"), withIntermediateDirectories: true)
        let old = try OlderCache.tsFileCache(at: folder.url)
        #expect(try await old.data(forKey: "link") == nil)
        #expect(try await old.data(forKey: "folder") == nil)
        let report = try await old.copyEntries(to: FakeTier())
        #expect(report.taken.isEmpty)
        #expect(report.items.map(\.skipped) == [.notAFile, .notAFile])
    }

    @Test func `two URLs of the same last part have overwritten each other, so neither is served`()
        async throws
    {
        let list = [
            "http...a.com.1.photo.jpg": "/Documents/photo.jpg",
            "http...b.com.2.photo.jpg": "/Documents/photo.jpg",
            "http...a.com.own.jpg": "/Documents/own.jpg",
        ]
        let folder = try OldFolder([
            "photo.jpg": Data(text: "whose?"), "own.jpg": Data(text: "own"),
            "imagecache.plist": try PropertyListEncoder().encode(list),
        ])
        let old = try OlderCache.imageCache(at: folder.url)
        #expect(try await old.text("http://a.com/1/photo.jpg") == nil)
        #expect(try await old.text("http://b.com/2/photo.jpg") == nil)
        #expect(try await old.text("http://a.com/own.jpg") == "own")
    }

    @Test func `URLs that the old list cannot tell apart are refused together`() async throws {
        let list = ["http...a.com.1.photo.jpg": "/Documents/photo.jpg"]
        let folder = try OldFolder([
            "photo.jpg": Data(text: "whose?"),
            "imagecache.plist": try PropertyListEncoder().encode(list),
        ])
        let report = try await OlderCache.imageCache(at: folder.url).copyEntries(
            to: FakeTier(), keys: ["http://a.com/1/photo.jpg", "http://a.com:1/photo.jpg"])
        #expect(report.items.first { $0.fileName == "photo.jpg" }?.skipped == .ambiguous)
    }

    /// A file system may hand a name out in another form than it was given, so only its text tells
    /// which is meant; where two files have that, nothing does.
    @Test func `a listed name is found in another form, unless two files have it`() async throws {
        let list = ["http...a.com.\u{E9}.jpg": "/Documents/\u{E9}.jpg"]
        let plist = try PropertyListEncoder().encode(list)
        let keys = ["http://a.com/\u{E9}.jpg", "http://a.com/e\u{301}.jpg"]
        let folder = try OldFolder(["e\u{301}.jpg": Data(text: "mine"), "imagecache.plist": plist])
        let new = DictionaryTier()
        let old = try OlderCache.imageCache(at: folder.url)
        let report = try await old.copyEntries(to: new, keys: keys.reversed())
        #expect(report.taken.map(\.key) == [keys[0]])
        #expect(try await new.text(keys[0]) == "mine")
        #expect(try await new.text(keys[1]) == nil)
        #expect(try await old.text(keys[1]) == nil)
        try Data(text: "whose?").write(to: folder.file("\u{E9}.jpg"))
        let both = try await old.copyEntries(to: FakeTier(), keys: keys)
        #expect(both.items.map(\.skipped) == [.ambiguous, .foreign, .ambiguous])
    }

    @Test(arguments: [
        "/Documents/../../etc/passwd", "/Documents/..", "", "/", "..",
    ])
    func `a list that names a file outside the folder leads nowhere`(path: String) async throws {
        let list = ["http...a.com.passwd": path, "http...a.com...": path]
        let folder = try OldFolder(["imagecache.plist": try PropertyListEncoder().encode(list)])
        let old = try OlderCache.imageCache(at: folder.url)
        #expect(try await old.data(forKey: "http://a.com/passwd") == nil)
        #expect(try await old.data(forKey: "http://a.com/..") == nil)
    }
}
