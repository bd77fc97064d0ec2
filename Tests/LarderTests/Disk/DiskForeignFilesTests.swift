#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What another user puts into a directory whose name he guesses, or a person by mistake.
@Suite struct `Under a cache's own name, what is no file of its own` {
    private let place = TemporaryDirectory()
    private var cacheURL: URL { place.file("cache") }
    private var victim: URL { place.file("victim") }
    private static let large = "0123456789abcdef0123456789abcdef.large"

    enum Kind: CaseIterable {
        case directory, link, danglingLink, pipe, socket, hardLink
    }

    init() throws {
        try FileManager.default.createDirectory(at: cacheURL, withIntermediateDirectories: true)
        try Data("untouched".utf8).write(to: victim)
    }

    /// Puts a thing of `kind` under `name`, in place of what is there. A directory has a file.
    private func plant(_ kind: Kind, _ name: String) throws {
        let url = cacheURL.appending(path: name)
        let manager = FileManager.default
        try? manager.removeItem(at: url)
        switch kind {
        case .directory:
            try manager.createDirectory(at: url, withIntermediateDirectories: false)
            try Data("untouched".utf8).write(to: url.appending(path: "inner"))
        case .link: try manager.createSymbolicLink(at: url, withDestinationURL: victim)
        case .danglingLink:
            try manager.createSymbolicLink(at: url, withDestinationURL: place.file("made"))
        case .pipe: #expect(mkfifo(url.path, 0o600) == 0)
        case .socket: #expect(mknod(url.path, S_IFSOCK | 0o600, 0) == 0)
        case .hardLink: try manager.linkItem(at: victim, to: url)
        }
    }

    private func expectUntouched(_ kind: Kind, _ name: String) throws {
        #expect(try Data(contentsOf: victim) == Data("untouched".utf8))
        #expect(!FileManager.default.fileExists(atPath: place.file("made").path))
        guard kind == .directory else { return }
        let inner = cacheURL.appending(path: name).appending(path: "inner")
        #expect(try Data(contentsOf: inner) == Data("untouched".utf8))
    }

    private func open() throws -> DiskCache {
        try DiskCache(directory: cacheURL, capacity: .kibibytes(512))
    }

    /// Stores what fills some packs and one file, and finds it again.
    private func use(_ cache: DiskCache) throws {
        for index in 0..<200 { try cache.store(.pattern(index, count: 900), forKey: "\(index)") }
        try cache.store(.pattern(1, count: 100_000), forKey: "large")
        for index in 0..<200 {
            #expect(try cache.data(forKey: "\(index)") == .pattern(index, count: 900))
        }
        #expect(try cache.data(forKey: "large") == .pattern(1, count: 100_000))
        try cache.remove(forKey: "0", durability: .synced)
        #expect(try cache.verify(dropping: true).soundEntries == 200)
    }

    @Test(
        arguments: Kind.allCases,
        [
            "00000001.pack", "00000002.pack", "00000003.pack", "0fffffff.pack", "07ffffff.pack",
            large,
        ])
    func `is neither followed nor waited for, and stored beside`(
        kind: Kind, name: String
    ) throws {
        try plant(kind, name)
        for _ in 0..<2 {
            let cache = try open()
            try use(cache)
            cache.close()
        }
        let cache = try open()
        #expect(try cache.statistics.entries == 200)
        try cache.removeAll()
        try use(cache)
        try expectUntouched(kind, name)
    }

    @Test(arguments: Kind.allCases, ["control", "lock", "open"])
    func `gives way, or is named with what to do`(kind: Kind, name: String) throws {
        for isUsed in [false, true] {
            if isUsed { try use(open()) }
            try plant(kind, name)
            guard kind == .directory || kind == .hardLink else {
                try use(open())
                continue
            }
            #expect { try open() } throws: {
                let message = ($0 as? DiskCacheError)?.message ?? ""
                return DiskCacheError.Code.unsafeDirectory ~= $0
                    && message.contains(cacheURL.appending(path: name).path)
                    && message.contains("Remove it")
            }
            try expectUntouched(kind, name)
            try FileManager.default.removeItem(at: cacheURL.appending(path: name))
        }
        try expectUntouched(kind == .directory ? .link : kind, name)
    }

    enum Known: CaseIterable { case page, packs }

    /// Of a log of three packs.
    @Test(arguments: Kind.allCases, ["00000001.pack", "00000002.pack", "00000003.pack"])
    func `in a pack's place costs no more than entries`(kind: Kind, name: String) throws {
        for known in Known.allCases {
            let cache = try open()
            try use(cache)
            cache.close()
            let packs = place.names(in: "cache").filter { $0.hasSuffix("pack") }
            let index = try #require(Int(name.prefix(8))) - 1
            let planted = packs[min(index, packs.count - 1)]
            try plant(kind, planted)
            if known == .packs { try plant(.pipe, "control") }
            let again = try open()
            for index in 0..<200 {
                let found = try again.data(forKey: "\(index)")
                #expect(found == nil || found == .pattern(index, count: 900))
            }
            try use(again)
            again.close()
            try expectUntouched(kind, planted)
            #expect(try open().statistics.entries == 200)
            try FileManager.default.removeItem(at: cacheURL)
            try FileManager.default.createDirectory(at: cacheURL, withIntermediateDirectories: true)
        }
    }

    /// The log cannot go on behind a directory, so it begins anew.
    @Test(arguments: Kind.allCases, [true, false])
    func `in the way of a log is behind it soon`(kind: Kind, isWide: Bool) throws {
        let capacity: ByteCount? = isWide ? nil : .kibibytes(512)
        let (cache, size) = try (
            DiskCache(directory: cacheURL, capacity: capacity), isWide ? 40_000 : 900
        )
        try cache.store(.pattern(7, count: 900), forKey: "first")
        try plant(kind, "00000002.pack")
        for index in 0..<300 {
            try cache.store(.pattern(index, count: size), forKey: "\(index % 10)")
            #expect(try cache.data(forKey: "\(index % 10)") == .pattern(index, count: size))
        }
        let found = try cache.data(forKey: "first")
        #expect(kind == .directory ? found == nil : found == .pattern(7, count: 900))
        #expect(try cache.statistics.entries == (kind == .directory ? 10 : 11))
        let damage = try cache.statistics.damage
        #expect(damage == (kind == .directory ? 1 : 0))
        cache.close()
        let again = try DiskCache(directory: cacheURL, capacity: capacity)
        for index in 290..<300 {
            #expect(try again.data(forKey: "\(index % 10)") == .pattern(index, count: size))
        }
        try expectUntouched(kind, "00000002.pack")
    }

    @Test(arguments: Kind.allCases)
    func `in a payload's place is a miss`(kind: Kind) throws {
        let cache = try open()
        try use(cache)
        let name = try #require(place.names(in: "cache").first { $0.hasSuffix("large") })
        try plant(kind, name)
        #expect(try cache.data(forKey: "large") == nil)
        #expect(try cache.contains("1"))
        try use(cache)
        cache.close()
        #expect(try open().data(forKey: "large") != nil)
        try expectUntouched(kind, name)
    }
}

extension TemporaryDirectory {
    fileprivate func names(in folder: String) -> [String] {
        let path = file(folder).path
        return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
    }
}
