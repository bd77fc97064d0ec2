import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `What the ImageCache singleton offers` {
    private let folder = TemporaryDirectory()

    @Test func `whether a URL's file is there, the file, and storing it`() throws {
        let cache = try DiskCache(directory: folder.url, capacity: nil)
        let url = "http://a.com/1/photo.jpg"
        #expect(try !cache.contains(url))
        #expect(try cache.store(Data(text: "x"), forKey: url) != nil)
        #expect(try cache.contains(url))
        #expect(try cache.data(forKey: url) == Data(text: "x"))
    }

    @Test func `files that nothing evicts and that survive a restart`() throws {
        do {
            let cache = try DiskCache(directory: folder.url, capacity: nil)
            for number in 0..<200 {
                try cache.store(
                    Data.pattern(number, count: 20_000), forKey: "\(number)", durability: .synced)
            }
        }
        let again = try DiskCache(directory: folder.url, capacity: nil)
        for number in 0..<200 {
            #expect(try again.data(forKey: "\(number)") == Data.pattern(number, count: 20_000))
        }
    }
}

@Suite struct `What the ImageCache singleton gets wrong` {
    private let folder = TemporaryDirectory()

    @Test(arguments: [
        ("http://a.com/1/photo.jpg", "http://b.com/2/photo.jpg"),
        ("http://a.com/1/photo.jpg", "http://a.com.1/photo.jpg"),
        ("http://a.com:1/photo.jpg", "http://a.com/1/photo.jpg"),
    ])
    func `URLs that differ in anything have each their own file`(
        one: String, other: String
    ) throws {
        let cache = try DiskCache(directory: folder.url, capacity: nil)
        try cache.store(Data(text: "one"), forKey: one)
        try cache.store(Data(text: "other"), forKey: other)
        #expect(try cache.data(forKey: one) == Data(text: "one"))
        #expect(try cache.data(forKey: other) == Data(text: "other"))
    }

    @Test func `the directory may move`() throws {
        let (old, new) = (folder.file("old"), folder.file("new"))
        do { try DiskCache(directory: old, capacity: nil).store(Data(text: "x"), forKey: "a") }
        try FileManager.default.moveItem(at: old, to: new)
        #expect(try DiskCache(directory: new, capacity: nil).data(forKey: "a") == Data(text: "x"))
    }

    @Test func `a store writes its own record and not the whole map`() throws {
        let cache = try DiskCache(directory: folder.url, capacity: nil)
        for number in 0..<1000 { try cache.store(Data(count: 100), forKey: "key \(number)") }
        let before = try cache.statistics
        try cache.store(Data(count: 100), forKey: "one more")
        let after = try cache.statistics
        let written = (after.liveBytes + after.deadBytes) - (before.liveBytes + before.deadBytes)
        #expect(written < .kibibytes(1))
    }

    @Test func `what was read back can be stored to`() throws {
        do { try DiskCache(directory: folder.url, capacity: nil).store(Data(), forKey: "a") }
        let again = try DiskCache(directory: folder.url, capacity: nil)
        try again.store(Data(text: "b"), forKey: "b")
        #expect(try again.data(forKey: "b") == Data(text: "b"))
    }
}
