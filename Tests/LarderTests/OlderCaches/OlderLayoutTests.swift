import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct OlderLayoutTests {
    @Test func `TSFileCache's files are found by their keys`() async throws {
        let folder = try OldFolder(["logo": Data(text: "a"), "a b.png": Data(text: "b")])
        let old = try OlderCache.tsFileCache(at: folder.url)
        #expect(try await old.text("logo") == "a")
        #expect(try await old.text("a b.png") == "b")
        #expect(try await old.text("Logo2") == nil)
    }

    @Test func `an empty old file is an entry and not a miss`() async throws {
        let folder = try OldFolder(["empty": Data()])
        let old = try OlderCache.tsFileCache(at: folder.url)
        #expect(try await old.data(forKey: "empty") == Data())
        #expect(try await old.attributes(forKey: "empty")?.size == 0)
    }

    @Test func `TSImageCache's files are PNG or nothing`() async throws {
        let folder = try OldFolder(["a": .png, "b": .jpeg, "short": Data([0x89])])
        let old = try OlderCache.tsImageCache(at: folder.url)
        #expect(try await old.data(forKey: "a") == .png)
        #expect(try await old.data(forKey: "b") == nil)
        #expect(try await old.data(forKey: "short") == nil)
        #expect(try await old.attributes(forKey: "b") == nil)
    }

    @Test func `JMImageCache's files are found by the digest of their keys`() async throws {
        let url = "http://example.com/a.jpg"
        let folder = try OldFolder([
            "JMImageCache-c8a43b22a7e2ad69b8e0b2a2f3bd3b9b81e0e0a1": Data(text: "other"),
            "JMImageCache-" + Self.digestOfURL: Data(text: "picture"),
        ])
        let old = try OlderCache.jmImageCache(at: folder.url)
        #expect(try await old.text(url) == "picture")
        #expect(try await old.text("http://example.com/b.jpg") == nil)
    }

    @Test func `ImageCache's files are found wherever its folder has moved to`() async throws {
        let list = ["http...example.com.a.photo.jpg": "/var/old/Documents/photo.jpg"]
        let folder = try OldFolder([
            "photo.jpg": Data(text: "picture"),
            "imagecache.plist": try PropertyListEncoder().encode(list),
        ])
        let old = try OlderCache.imageCache(at: folder.url)
        #expect(try await old.text("http://example.com/a/photo.jpg") == "picture")
        #expect(try await old.text("http://example.com/b/photo.jpg") == nil)
    }

    @Test func `a bucket's files are JPEG or nothing`() async throws {
        let folder = try OldFolder(["42": .jpeg, "43": .png])
        let old = try OlderCache.bucket(at: folder.url)
        #expect(try await old.data(forKey: "42") == .jpeg)
        #expect(try await old.data(forKey: "43") == nil)
    }

    @Test func `attributes tell the whole size and the time of the last change`() async throws {
        let folder = try OldFolder(["a": .png + Data(count: 1000)])
        let old = try OlderCache.tsImageCache(at: folder.url)
        let attributes = try #require(await old.attributes(forKey: "a"))
        #expect(attributes.size == Data.png.count + 1000)
        #expect(abs(attributes.storedAt.timeIntervalSinceNow) < 600)
        #expect(attributes.expiresAt == nil)
    }

    @Test func `a folder that is none is refused when it is opened`() throws {
        let folder = try OldFolder(["file": Data()])
        let remote = try #require(URL(string: "http://example.com/cache"))
        for url in [folder.file("missing"), folder.file("file"), remote] {
            #expect { try OlderCache.tsFileCache(at: url) } throws: {
                OlderCacheError.Code.folder ~= $0
            }
        }
    }

    private static let digestOfURL = "99e087d9e04c1527ebd8026fd3cc31035e6c7210"
}
