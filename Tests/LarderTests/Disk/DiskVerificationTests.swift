import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Verifying a disk cache` {
    static let capacity = ByteCount.kibibytes(512)
    static let payloads: [String: Data] = Dictionary(
        uniqueKeysWithValues: (0..<150).map { ("key \($0)", Data.pattern($0, count: 900)) }
            + [("large", Data.pattern(1000, count: 70_000))])

    let files = FaultyFileSystem()

    /// Fills packs of 64 KiB, of which the first is sealed.
    private func fill() throws -> DiskCache {
        let cache = try DiskCache.open(on: files, capacity: Self.capacity)
        for (key, payload) in Self.payloads.sorted(by: { $0.key < $1.key }) {
            try cache.store(payload, forKey: key, metadata: ["note": key])
        }
        try cache.bucket("bucket").store(Data("x".utf8), forKey: "key 1")
        return cache
    }

    private func complaint(about cache: DiskCache, missing: Set<String>) throws -> String? {
        for (key, payload) in Self.payloads {
            let found = try cache.data(forKey: key)
            if found != (missing.contains(key) ? nil : payload) { return key }
        }
        return nil
    }

    @Test func `finds every entry of a sound one`() throws {
        let cache = try fill()
        let report = try cache.verify()
        #expect(report.soundEntries == 152)
        #expect(report.soundBytes == .bytes(150 * 900 + 70_000 + 1))
        #expect(report.damage.isEmpty && !report.isDropped)
        #expect(try cache.verify(dropping: true) == report)
    }

    /// Where the damage is done, by the place of an entry.
    enum Target: CaseIterable {
        case header, key, payload, metadata, file, fileLength, missingFile

        var part: DiskDamage.Part {
            switch self {
            case .header: .record
            case .key: .key
            case .payload: .payload
            case .metadata: .metadata
            case .file, .fileLength, .missingFile: .payloadFile
            }
        }

        func damage(_ entry: DiskEntry, on files: FaultyFileSystem) {
            let file = entry.location.payloadFile ?? entry.location.file
            var bytes = files.files[file] ?? []
            let payload = entry.location.offset + 80 + entry.key.utf8.count
            switch self {
            case .header: bytes[entry.location.offset + 20] ^= 4
            case .key: bytes[payload - 1] ^= 4
            case .payload: bytes[payload + 7] ^= 4
            case .metadata: bytes[payload + entry.size] ^= 4
            case .file: bytes[69_999] ^= 4
            case .fileLength: bytes.removeLast()
            case .missingFile: return files.delete(file)
            }
            files.overwrite(file, with: bytes)
        }
    }

    @Test(arguments: Target.allCases, ["key 0", "key 97"])
    func `tells which entry is damaged, and where`(target: Target, key: String) throws {
        let cache = try fill()
        let key = target.part == .payloadFile ? "large" : key
        let entry = try #require(try cache.attributes(forKey: key))
        target.damage(entry, on: files)
        let expected = DiskDamage(
            part: target.part, key: [.record, .key].contains(target.part) ? nil : key,
            location: entry.location)
        for isDropping in [false, false, true] {
            let report = try cache.verify(dropping: isDropping)
            #expect(report.damage == [expected])
            #expect(report.soundEntries == 151)
            #expect(try cache.statistics.damage == 1)
        }
        #expect(try cache.verify().damage.isEmpty)
        #expect(try complaint(about: cache, missing: [key]) == nil)
        let reopened = try DiskCache.open(on: files.snapshot(), capacity: Self.capacity)
        #expect(try reopened.verify().damage.isEmpty)
        #expect(try reopened.statistics.damage == 0)
        #expect(try complaint(about: reopened, missing: [key]) == nil)
        let names = files.files.keys.filter { $0.hasSuffix(".large") }
        #expect(names.count == (key == "large" ? 0 : 1))
    }

    @Test func `finds what another process has damaged since, and heals a pack's index`() throws {
        let cache = try fill()
        var bytes = try #require(files.files["00000001.pack"])
        bytes[bytes.count - 200] ^= 1
        files.overwrite("00000001.pack", with: bytes)
        let location = DiskEntry.Location(file: "00000001.pack", offset: 0)
        let expected = [DiskDamage(part: .index, location: location)]
        for isDropping in [false, true] {
            let report = try cache.verify(dropping: isDropping)
            #expect(report.damage == expected)
            #expect(report.soundEntries == 152)
        }
        for cache in [cache, try DiskCache.open(on: files.snapshot(), capacity: Self.capacity)] {
            let report = try cache.verify()
            #expect(report.damage.isEmpty)
            #expect(report.soundEntries == 152)
            #expect(try complaint(about: cache, missing: []) == nil)
        }
    }

    @Test func `finds a pack that is not there`() throws {
        let cache = try fill()
        files.delete("00000002.pack")
        let location = DiskEntry.Location(file: "00000002.pack", offset: 0)
        let report = try cache.verify(dropping: true)
        #expect(report.damage.contains(DiskDamage(part: .pack, location: location)))
        let lost = Set(report.damage.filter { $0.part == .record }.map(\.location.file))
        #expect(lost == ["00000002.pack"])
        #expect(report.soundEntries > 60)
        for cache in [cache, try DiskCache.open(on: files.snapshot(), capacity: Self.capacity)] {
            let again = try cache.verify()
            #expect(again.damage.isEmpty)
            #expect(again.soundEntries == report.soundEntries)
        }
    }

    @Test func `counts what a look-up has met before, and drops it`() throws {
        let cache = try fill()
        let entry = try #require(try cache.attributes(forKey: "key 3"))
        Target.payload.damage(entry, on: files)
        #expect(try cache.data(forKey: "key 3") == nil)
        #expect(try cache.verify(dropping: true).damage.map(\.key) == ["key 3"])
        #expect(try cache.verify().damage.isEmpty)
    }

    @Test func `leaves a cache that cannot be written to as it is`() throws {
        let cache = try fill()
        let entry = try #require(try cache.attributes(forKey: "key 3"))
        Target.payload.damage(entry, on: files)
        let view = files.otherProcess()
        view.refuseWrites()
        let readOnly = try DiskCache.open(on: view, capacity: Self.capacity)
        #expect(try readOnly.verify().damage.map(\.key) == ["key 3"])
        #expect { try readOnly.verify(dropping: true) } throws: {
            DiskCacheError.Code.readOnly ~= $0
        }
    }
}

@Suite struct `An entry whose damage was met` {
    let files = FaultyFileSystem()

    /// A cache that has met the damage of `a`, which other processes have not.
    private func meet(size: Int) throws -> DiskCache {
        let cache = try DiskCache.open(on: files)
        try cache.store(.pattern(1, count: size), forKey: "a")
        let location = try #require(try cache.attributes(forKey: "a")?.location)
        let file = location.payloadFile ?? location.file
        var bytes = try #require(files.files[file])
        bytes[bytes.count - 9] ^= 1
        files.overwrite(file, with: bytes)
        #expect(try cache.data(forKey: "a") == nil)
        return cache
    }

    @Test(arguments: [100, 5000])
    func `is removed for good when it is asked to be`(size: Int) throws {
        let cache = try meet(size: size)
        try cache.remove(forKey: "a")
        let reopened = try DiskCache.open(on: files.snapshot())
        #expect(try reopened.statistics.entries == 0)
        #expect(try reopened.data(forKey: "a") == nil)
        #expect(try reopened.statistics.damage == 0)
        #expect(!files.files.keys.contains { $0.hasSuffix(".large") })
    }

    @Test(arguments: [100, 5000])
    func `is replaced`(size: Int) throws {
        let cache = try meet(size: size)
        try cache.store(Data("new".utf8), forKey: "a")
        #expect(try cache.verify().damage.isEmpty)
        #expect(!files.files.keys.contains { $0.hasSuffix(".large") })
        #expect(try DiskCache.open(on: files.snapshot()).data(forKey: "a") == Data("new".utf8))
    }

    @Test func `is no concern of those who store it elsewhere`() throws {
        let cache = try meet(size: 100)
        let other = try DiskCache.open(on: files.otherProcess())
        try other.store(Data("new".utf8), forKey: "a")
        #expect(try cache.data(forKey: "a") == Data("new".utf8))
        try other.remove(forKey: "a")
        #expect(try cache.data(forKey: "a") == nil)
        #expect(try cache.verify().damage.isEmpty)
    }
}
