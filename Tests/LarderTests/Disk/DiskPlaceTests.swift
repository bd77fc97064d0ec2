import Larder
import LarderTesting
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

    @Test func `has been given is what it prints as`() throws {
        let cache = try DiskCache(directory: make("a b"), capacity: nil)
        #expect("\(cache)".hasPrefix("DiskCache in /") && "\(cache)".hasSuffix("/a b"))
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

    @Test(arguments: [
        (FaultyFileSystem.Disguise.network, DiskCacheError.Code.networkFileSystem),
        (.otherUser, .unsafeDirectory), (.openToAll, .unsafeDirectory),
    ])
    func `refuses by what the file system says of them`(
        disguise: FaultyFileSystem.Disguise, code: DiskCacheError.Code
    ) throws {
        let files = FaultyFileSystem()
        files.pretend(disguise)
        #expect { try DiskCache.open(on: files) } throws: { code ~= $0 }
        #expect(files.files.isEmpty)
        guard code == .networkFileSystem else { return }
        let alone = try DiskCache(
            directory: DiskCache.testDirectory, capacity: nil, sharing: .exclusive,
            fileSystem: files)
        try alone.store(Data("x".utf8), forKey: "a")
        #expect(try alone.data(forKey: "a") == Data("x".utf8))
        #expect { try DiskCache.open(on: files) } throws: { code ~= $0 }
    }

    /// As some in user space and on other machines do.
    @Test(arguments: [0, 2, 3])
    func `lie where link counts tell nothing work all the same`(links: Int) throws {
        let files = FaultyFileSystem()
        let other = files.otherProcess()
        for view in [files, other] { view.pretend(.links(links)) }
        let (one, two) = try (DiskCache.open(on: files), DiskCache.open(on: other))
        for index in 0..<200 {
            let data = Data.pattern(index, count: index % 9 == 0 ? 5000 : 900)
            try one.store(
                data, forKey: "\(index % 7)", durability: index % 20 == 0 ? .synced : .buffered)
            #expect(try two.data(forKey: "\(index % 7)") == data)
        }
        try two.remove(forKey: "1")
        #expect(try !one.contains("1"))
        try one.removeAll()
        try two.store(Data("x".utf8), forKey: "a")
        let late = files.snapshot()
        late.pretend(.links(links))
        #expect(try DiskCache.open(on: late).data(forKey: "a") == Data("x".utf8))
        #expect(files.files.keys.filter { $0.hasSuffix("large") } == [])
    }

    @Test(arguments: [
        "/dev/null", "/proc/version/x", "/\0", "/" + String(repeating: "n", count: 300),
    ])
    func `refuses that are no directories`(path: String) {
        #expect(throws: DiskCacheError.self) {
            try DiskCache(directory: URL(filePath: path), capacity: nil)
        }
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
