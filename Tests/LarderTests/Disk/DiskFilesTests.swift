import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Entries as files` {
    let place = TemporaryDirectory()
    let files = FaultyFileSystem()

    func open() throws -> DiskCache {
        try DiskCache(directory: place.file("cache"), capacity: .mebibytes(8))
    }

    @Test func `have a URL when they are large, of the payload and nothing else`() throws {
        let cache = try open()
        let payload = Data.pattern(1, count: 1_000_000)
        try cache.store(Data("small".utf8), forKey: "small")
        #expect(try cache.fileURL(forKey: "small") == nil)
        #expect(try cache.fileURL(forKey: "none") == nil)
        for part in [cache, cache.bucket("b")] as [any DiskEntries] {
            let writer = try part.writer(forKey: "large")
            try writer.write(payload)
            try writer.commit()
            let url = try #require(try part.fileURL(forKey: "large"))
            #expect(try Data(contentsOf: url) == payload)
        }
        try cache.remove(forKey: "large")
        #expect(try cache.fileURL(forKey: "large") == nil)
    }

    @Test func `go on being read and mapped when the entry is replaced`() async throws {
        let cache = try open()
        let payload = Data.pattern(1, count: 1_000_000)
        try cache.ownBucket.store(payload, forKey: "a")
        let reader = try #require(try await cache.reader(forKey: "a"))
        let mapped = try #require(try cache.mappedData(forKey: "a"))
        try cache.ownBucket.store(Data("new".utf8), forKey: "a")
        #expect(place.names.filter { $0.hasSuffix(".large") }.isEmpty)
        cache.close()
        #expect(try await reader.read(0..<2_000_000) == payload)
        #expect(mapped == payload)
    }

    @Test(arguments: [0, 10, 300_000, 3_000_000])
    func `are mapped or copied, but never damaged`(size: Int) throws {
        let cache = try open()
        let payload = Data.pattern(size, count: size)
        try cache.store(payload, forKey: "a")
        #expect(try cache.mappedData(forKey: "a") == payload)
        #expect(try cache.mappedData(forKey: "b") == nil)
        guard let url = try cache.fileURL(forKey: "a") else { return }
        var damaged = payload
        damaged[size / 2] ^= 1
        try damaged.write(to: url)
        #expect(try cache.mappedData(forKey: "a") == nil)
        #expect(try cache.statistics.damage == 1)
    }

    @Test(arguments: [0, 10, 300_000, 3_000_000])
    func `are copied out whole, and over another file only when asked`(size: Int) throws {
        let cache = try open()
        let payload = Data.pattern(size, count: size)
        try cache.store(payload, forKey: "a")
        let copy = place.file("copy")
        #expect(try !cache.export(forKey: "none", to: copy))
        #expect(place.names == ["cache"])
        #expect(try cache.export(forKey: "a", to: copy))
        #expect(try Data(contentsOf: copy) == payload)
        try cache.store(Data("other".utf8), forKey: "a")
        #expect { try cache.export(forKey: "a", to: copy) } throws: {
            DiskCacheError.Code.fileExists ~= $0
        }
        #expect(try Data(contentsOf: copy) == payload)
        #expect(try cache.export(forKey: "a", to: copy, replacing: true))
        #expect(try Data(contentsOf: copy) == Data("other".utf8))
        #expect(place.names == ["cache", "copy"])
    }

    @Test func `are copied to where a directory is, through a link or not`() throws {
        let cache = try open()
        try cache.store(Data("x".utf8), forKey: "a")
        let link = place.file("link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: place.url)
        #expect(try cache.export(forKey: "a", to: link.appending(path: "copy")))
        #expect(try Data(contentsOf: place.file("copy")) == Data("x".utf8))
        for path in ["none/copy", "copy/deeper", "cache/.."] {
            #expect { try cache.export(forKey: "a", to: place.file(path)) } throws: {
                DiskCacheError.Code.notADirectory ~= $0
            }
        }
        #expect(throws: DiskCacheError.self) {
            try cache.export(forKey: "a", to: place.file("cache"), replacing: true)
        }
    }

    @Test(arguments: [FaultyFileSystem.Fault.fail(.noSpace), .fail(.io), .short(7)])
    func `are not half copied when any call fails`(fault: FaultyFileSystem.Fault) throws {
        let cache = try DiskCache.open(on: files)
        let payload = Data.pattern(1, count: 6000)
        try cache.store(payload, forKey: "a")
        let names = Set(files.files.keys)
        let copy = DiskCache.testDirectory.appending(path: "copy")
        for failing in 0..<100 {
            files.onCall { $0.index == failing ? fault : nil }
            let isCopied = (try? cache.export(forKey: "a", to: copy, replacing: true)) ?? false
            let isDone = files.callCount <= failing
            files.onCall { _ in nil }
            let found = files.files["copy"].map { Data($0) }
            #expect(found == payload || found == nil && !isCopied)
            let others = Set(files.files.keys).subtracting(names).subtracting(["copy"])
            // A file that cannot be unlinked stays, under its telling name.
            #expect(others.allSatisfy { $0.hasPrefix(".larder-") })
            for name in others { files.delete(name) }
            if found != nil { files.delete("copy") }
            if isDone { return }
        }
    }
}

@Suite struct `Erasing an entry` {
    let files = FaultyFileSystem()
    static let secret = [UInt8]("top secret".utf8)

    private func holdsSecret(_ files: FaultyFileSystem) -> Bool {
        files.files.values.contains { bytes in
            bytes.indices.contains { bytes[$0...].starts(with: Self.secret) }
        }
    }

    @Test(arguments: [10, 5000])
    func `leaves no byte of it or of what it replaced`(size: Int) throws {
        let cache = try DiskCache.open(on: files)
        let part = cache.bucket("b")
        let filling = Data(repeating: 0, count: size)
        for round in 0..<40 {
            try part.store(Data(Self.secret) + filling, forKey: "a", metadata: ["n": "top secret"])
            try part.store(Data("kept \(round)".utf8), forKey: "other")
            try cache.store(Data(count: 600), forKey: "\(round)")
        }
        #expect(holdsSecret(files))
        try part.remove(forKey: "a", erasing: true)
        #expect(!holdsSecret(files))
        #expect(try part.data(forKey: "a") == nil)
        #expect(try part.data(forKey: "other") == Data("kept 39".utf8))
        for seed in 0..<20 {
            let after = files.afterPowerLoss(seed: UInt64(seed))
            #expect(!holdsSecret(after))
            let reopened = try DiskCache.open(on: after)
            #expect(try reopened.bucket("b").data(forKey: "a") == nil)
            #expect(try reopened.bucket("b").data(forKey: "other") == Data("kept 39".utf8))
            #expect(try reopened.statistics.damage == 0)
        }
        #expect(try cache.verify().damage.isEmpty)
    }

    @Test func `also when it was removed before, and when nothing is there`() throws {
        let cache = try DiskCache.open(on: files)
        try cache.store(Data(Self.secret), forKey: "a")
        try cache.remove(forKey: "a")
        #expect(holdsSecret(files))
        try cache.remove(forKey: "a", erasing: true)
        try cache.remove(forKey: "never", erasing: true)
        #expect(!holdsSecret(files))
    }

    @Test func `keeps its promise when any call fails, or says so`() throws {
        for failing in 0..<200 {
            let files = FaultyFileSystem()
            let cache = try DiskCache.open(on: files)
            try cache.store(Data("kept".utf8), forKey: "b")
            try cache.store(Data(Self.secret) + Data(count: 5000), forKey: "a")
            files.onCall { $0.index == failing ? .fail(.io) : nil }
            let isErased = (try? cache.remove(forKey: "a", erasing: true)) != nil
            let isDone = files.callCount <= failing
            files.onCall { _ in nil }
            if isErased { #expect(!holdsSecret(files)) }
            for cache in [cache, try DiskCache.open(on: files.snapshot())] {
                let found = try cache.data(forKey: "a")
                #expect(found == nil || !isErased && found?.count == 5010)
                #expect(try cache.data(forKey: "b") == Data("kept".utf8))
            }
            if isDone { return }
        }
    }
}
