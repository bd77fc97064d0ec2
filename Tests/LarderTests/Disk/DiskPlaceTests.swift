import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Places that a disk cache` {
    let place = TemporaryDirectory()

    private func code(_ url: URL) -> DiskCacheError.Code? {
        do {
            _ = try DiskCache(directory: url, capacity: nil)
            return nil
        } catch {
            return (error as? DiskCacheError)?.code
        }
    }

    private func make(_ name: String) throws -> URL {
        let url = place.file(name)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        return url
    }

    @Test func `refuses: files, links, others' files, remote URLs`() throws {
        let foreign = try make("foreign")
        try Data("x".utf8).write(to: foreign.appending(path: "photo.jpg"))
        #expect(code(foreign) == .foreignDirectory)
        #expect(code(foreign.appending(path: "photo.jpg")) == .notADirectory)
        let target = try make("target")
        let link = place.file("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: target)
        #expect([.unsafeDirectory, .notADirectory].contains(code(link)))
        let open = try make("open to all")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o777], ofItemAtPath: open.path)
        #expect(code(open) == .unsafeDirectory)
        let remote = try #require(URL(string: "https://example.com/cache"))
        #expect(code(remote) == .notADirectory)
        #expect(throws: DiskCacheError.self) {
            try DiskCache(directory: place.file("small"), capacity: .kibibytes(4))
        }
    }

    @Test(arguments: ["control", "lock", "open", "00000001.pack"])
    func `finds planted links in never follows them`(name: String) throws {
        let url = try make("planted")
        let victim = place.file("victim")
        try Data("untouched".utf8).write(to: victim)
        try FileManager.default.createSymbolicLink(
            at: url.appending(path: name), withDestinationURL: victim)
        if let cache = try? DiskCache(directory: url, capacity: nil) {
            // It may refuse; what counts is the victim.
            _ = try? cache.store(Data("x".utf8), forKey: "a")
        }
        #expect(try Data(contentsOf: victim) == Data("untouched".utf8))
    }

    @Test func `makes are its user's alone, and no key is in a name`() throws {
        let url = place.file("new/deeper")
        let cache = try DiskCache(directory: url, capacity: nil)
        try cache.store(Data(count: 2_000_000), forKey: "../../secret")
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
            let path = url.appending(path: name).path
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
            #expect(mode.map { "\($0)" } == "\(0o600)")
            #expect(!name.contains("secret"))
        }
    }

    @Test func `keeps to itself are no other's`() throws {
        let cache = try DiskCache(directory: place.url, capacity: nil, sharing: .exclusive)
        try cache.store(Data("x".utf8), forKey: "a")
        #expect(try cache.contains("a"))
    }
}
