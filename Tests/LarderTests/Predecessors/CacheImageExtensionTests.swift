import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `What the FileManager extension offers` {
    private let folder = TemporaryDirectory()

    @Test func `named buckets in a standard place, each with keys of its own`() throws {
        let place = StandardPlace(directory: folder.url)
        let cache = try DiskCache(named: "Pictures", in: place, capacity: nil)
        let (avatars, covers) = (cache.bucket("avatars"), cache.bucket("covers"))
        try avatars.store(Data(text: "face"), forKey: "42")
        try covers.store(Data(text: "book"), forKey: "42")
        #expect(try avatars.data(forKey: "42") == Data(text: "face"))
        #expect(try covers.data(forKey: "42") == Data(text: "book"))
        try avatars.removeAll()
        #expect(try avatars.data(forKey: "42") == nil)
        #expect(try covers.data(forKey: "42") == Data(text: "book"))
    }
}

@Suite struct `What the FileManager extension gets wrong` {
    private let folder = TemporaryDirectory()

    @Test func `the bytes that come are the bytes that are kept`() throws {
        let cache = try DiskCache(directory: folder.url, capacity: nil)
        try cache.bucket("b").store(.png, forKey: "transparent")
        #expect(try cache.bucket("b").data(forKey: "transparent") == .png)
    }

    @Test func `a directory that cannot be made is an error and no crash`() throws {
        try Data().write(to: folder.url)
        #expect(throws: DiskCacheError.self) {
            try DiskCache(
                directory: folder.url.appending(path: "in a file"), capacity: nil)
        }
    }

    @Test func `asking for a place or a bucket makes nothing`() throws {
        let place = StandardPlace(directory: folder.url)
        _ = try place.directory(named: "Pictures/avatars")
        #expect(!FileManager.default.fileExists(atPath: folder.url.path))
        let cache = try DiskCache(directory: folder.url, capacity: nil)
        let before = folder.names
        #expect(try cache.bucket("never stored to").data(forKey: "a") == nil)
        #expect(folder.names == before)
    }
}
