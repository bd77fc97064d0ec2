import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A damaged directory` {
    /// A disk with some packs and large files, and what each key's newest value is.
    static let (disk, newest) = prepare()

    static func prepare() -> (FaultyFileSystem, [String: Data]) {
        let disk = FaultyFileSystem()
        var newest: [String: Data] = [:]
        guard let cache = try? DiskCache.open(on: disk) else { return (disk, newest) }
        for step in DiskStep.random(70, seed: 11) { try? step.perform(on: cache) }
        for key in DiskExpectation.keys {
            newest[key] = try? cache.data(forKey: key)
        }
        cache.close()
        return (disk.snapshot(), newest)
    }

    /// Opens what is left, which must give the newest values or nothing, and take a store.
    private func check(
        _ files: FaultyFileSystem, _ what: @autoclosure () -> String,
        newest: [String: Data?] = newest.mapValues { $0 }
    ) throws {
        let cache = try DiskCache.open(on: files)
        for key in DiskExpectation.keys {
            let found = try cache.data(forKey: key)
            #expect(found == nil || found == newest[key] ?? nil, "\(key) after \(what())")
        }
        try cache.store(Data("after".utf8), forKey: "after")
        #expect(try cache.data(forKey: "after") == Data("after".utf8), "after \(what())")
        let cursor = cache.entries()
        while let entry = try cursor.next() { #expect(entry.size < 1 << 20) }
        cache.close()
        let again = try DiskCache.open(on: files.snapshot())
        #expect(try again.data(forKey: "after") != nil, "opened again after \(what())")
    }

    @Test func `is truncated anywhere`() throws {
        for (name, bytes) in Self.disk.files {
            let step = max(1, bytes.count / (150 * Soak.factor))
            for length in Swift.stride(from: 0, to: bytes.count, by: step) {
                let files = Self.disk.snapshot()
                files.overwrite(name, with: Array(bytes.prefix(length)))
                try check(files, "\(name) cut to \(length)")
            }
        }
    }

    @Test func `without its page is read up to the zeros that were written ahead`() throws {
        let disk = FaultyFileSystem()
        let cache = try DiskCache.open(on: disk, capacity: .mebibytes(2))
        for index in 0..<20 { try cache.store(.pattern(index, count: 9000), forKey: "\(index)") }
        let files = disk.snapshot()
        let pack = try #require(files.files["00000001.pack"])
        #expect(pack.count == 192 << 10 && pack.suffix(1000).allSatisfy { $0 == 0 })
        files.overwrite("control", with: [])
        let reopened = try DiskCache.open(on: files, capacity: .mebibytes(2))
        for index in 0..<20 {
            #expect(try reopened.data(forKey: "\(index)") == .pattern(index, count: 9000))
        }
        #expect(try reopened.statistics.damage == 0)
    }

    @Test func `in memory is no longer than its records`() throws {
        let disk = FaultyFileSystem()
        disk.pretend(.inMemory)
        let cache = try DiskCache.open(on: disk, capacity: .mebibytes(2))
        for index in 0..<20 { try cache.store(.pattern(index, count: 9000), forKey: "\(index)") }
        let pack = try #require(disk.snapshot().files["00000001.pack"])
        #expect(pack.count < 20 * 9200 && pack.suffix(1000).contains { $0 != 0 })
        #expect(try cache.data(forKey: "19") == .pattern(19, count: 9000))
    }

    /// What is known of a log whose full pack is longer than its seal.
    enum Known: CaseIterable { case page, packs, packsOfAnotherBoot }

    /// A full pack's file is cut behind its seal, and a loss of power may undo that.
    @Test(arguments: Known.allCases)
    func `has zeros behind a pack's seal, to which the records lead`(known: Known) throws {
        let disk = FaultyFileSystem()
        let cache = try DiskCache.open(on: disk, capacity: .mebibytes(2))
        for index in 0..<40 {
            // The last one makes all of them durable.
            try cache.store(
                .pattern(index, count: 9000), forKey: "\(index)",
                durability: index < 39 ? .buffered : .synced)
        }
        cache.close()
        let files = known == .packsOfAnotherBoot ? disk.afterPowerLoss(seed: 1) : disk.snapshot()
        let pack = try #require(files.files["00000001.pack"])
        let ahead = (64 << 10) - pack.count % (64 << 10)
        files.overwrite("00000001.pack", with: pack + [UInt8](repeating: 0, count: ahead))
        if known == .packs { files.overwrite("control", with: []) }
        #expect(files.files["00000002.pack"] != nil)
        let reopened = try DiskCache.open(on: files, capacity: .mebibytes(2))
        for index in 0..<40 {
            #expect(try reopened.data(forKey: "\(index)") == .pattern(index, count: 9000))
        }
        #expect(try reopened.statistics.damage == 0)
    }

    /// A disk of a few hundred bytes besides the page, and what it holds.
    static let (small, smallNewest) =
        {
            let disk = FaultyFileSystem()
            guard let cache = try? DiskCache.open(on: disk) else { return (disk, [:]) }
            let steps: [DiskStep] = [
                .store("a", seed: 1, size: 40, .buffered), .store("b", seed: 2, size: 20, .synced),
                .store("a", seed: 3, size: 30, .buffered), .remove("b", .buffered),
                .store("c", seed: 4, size: 4200, .buffered),
                .store("d", seed: 5, size: 0, .buffered),
            ]
            for step in steps { try? step.perform(on: cache) }
            let newest = DiskExpectation.keys.map { ($0, try? cache.data(forKey: $0)) }
            return (disk.snapshot(), Dictionary(uniqueKeysWithValues: newest))
        }() as (FaultyFileSystem, [String: Data?])

    @Test func `of few bytes is truncated at every one, or has any of them flipped`() throws {
        for (name, bytes) in Self.small.files {
            // What lies behind the words of the page nobody reads; of a large file's bytes one is
            // as good as another.
            let places =
                name == "control" ? 0..<160 : name.hasSuffix(".large") ? 0..<200 : 0..<bytes.count
            for place in places where place < bytes.count {
                var damaged = bytes
                damaged[place] ^= 1 << (place % 8)
                for content in [Array(bytes.prefix(place)), damaged] {
                    let files = Self.small.snapshot()
                    files.overwrite(name, with: content)
                    try check(files, "\(name) damaged at \(place)", newest: Self.smallNewest)
                }
            }
        }
    }

    @Test func `has a bit flipped anywhere`() throws {
        var random = SeededGenerator(seed: UInt64(5 + Soak.seed))
        for (name, bytes) in Self.disk.files where !bytes.isEmpty {
            for _ in 0..<(150 * Soak.factor) {
                var damaged = bytes
                let place = Int.random(in: 0..<bytes.count, using: &random)
                let bit = Int.random(in: 0..<8, using: &random)
                damaged[place] ^= 1 << bit
                let files = Self.disk.snapshot()
                files.overwrite(name, with: damaged)
                try check(files, "bit \(bit) of byte \(place) of \(name) flipped")
            }
        }
    }

    @Test func `has headers, seals and the page flipped bit by bit`() throws {
        let files = Self.disk.files
        for (name, bytes) in files where name.hasSuffix(".pack") || name == "control" {
            let places = Array(0..<min(144, bytes.count)) + Array(bytes.count - 40..<bytes.count)
            for place in places {
                for bit in [0, 7] where place < bytes.count {
                    var damaged = bytes
                    damaged[place] ^= 1 << bit
                    let files = Self.disk.snapshot()
                    files.overwrite(name, with: damaged)
                    try check(files, "bit \(bit) of byte \(place) of \(name) flipped")
                }
            }
        }
    }

    @Test func `lacks a file, or has runs of zeros and of another file`() throws {
        var random = SeededGenerator(seed: UInt64(6 + Soak.seed))
        let all = Self.disk.files
        for (name, bytes) in all where !bytes.isEmpty {
            for round in 0..<(40 * Soak.factor) {
                var damaged = bytes
                let start = Int.random(in: 0..<bytes.count, using: &random)
                let end = min(bytes.count, start + Int.random(in: 1..<5000, using: &random))
                let other = all.randomElement(using: &random)?.value ?? []
                for place in start..<end {
                    damaged[place] =
                        round % 2 == 0 || other.isEmpty ? 0 : other[place % other.count]
                }
                let files = Self.disk.snapshot()
                files.overwrite(name, with: damaged)
                try check(files, "\(start)..<\(end) of \(name) overwritten")
            }
            let files = Self.disk.snapshot()
            files.delete(name)
            try check(files, "\(name) deleted")
        }
    }

    /// Puts a word into the control page, with the check that makes it believed.
    private func set(_ offset: Int, pack: UInt64, on files: FaultyFileSystem) {
        var bytes = files.files["control"] ?? []
        let value = pack << 24 | 8
        let word = value << 12 | ((value ^ 0x5A5A5) &* 0x9E37_79B9_7F4A_7C15) >> 52
        withUnsafeBytes(of: word.littleEndian) {
            bytes.replaceSubrange(offset..<(offset + 8), with: $0)
        }
        files.overwrite("control", with: bytes)
    }

    @Test(arguments: [1 << 20, 1 << 28 - 2, 1 << 28 - 1] as [UInt64])
    func `has a page that speaks of millions of packs`(pack: UInt64) throws {
        let words: [(hand: UInt64?, end: UInt64?)] = [
            (nil, pack), (1, pack), (pack, pack), (pack, nil),
        ]
        for (hand, end) in words {
            let files = Self.disk.snapshot()
            if let hand { set(72, pack: hand, on: files) }
            if let end { set(64, pack: end, on: files) }
            let readOnly = files.otherProcess()
            readOnly.refuseWrites()
            let reader = try DiskCache.open(on: readOnly)
            for key in DiskExpectation.keys {
                let found = try reader.data(forKey: key)
                #expect(found == nil || found == Self.newest[key])
            }
            #expect(try reader.statistics.packs >= 0)
            _ = try reader.verify()
            reader.close()
            try check(files, "hand \(hand ?? 0), end \(end ?? 0)")
        }
    }

    @Test func `while it is open costs entries and no more`() throws {
        var random = SeededGenerator(seed: UInt64(8 + Soak.seed))
        for (name, bytes) in Self.disk.files where name.hasSuffix("pack") || name.hasSuffix("large")
        {
            for _ in 0..<(40 * Soak.factor) {
                let files = Self.disk.snapshot()
                let cache = try DiskCache.open(on: files)
                var damaged = bytes
                damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= 0x10
                files.overwrite(name, with: damaged)
                for key in DiskExpectation.keys {
                    let found = try cache.data(forKey: key)
                    #expect(found == nil || found == Self.newest[key])
                }
                try cache.store(Data("after".utf8), forKey: "after")
                #expect(try cache.data(forKey: "after") != nil)
            }
        }
    }

    @Test func `is opened when its generation is the greatest there is`() throws {
        let files = Self.disk.snapshot()
        var page = try #require(files.files["control"])
        // No word of the page holds, so the log is counted on from the packs.
        page.replaceSubrange(64..<136, with: [UInt8](repeating: 0xFF, count: 72))
        files.overwrite("control", with: page)
        try check(files, "the page was filled with ones")
        // Somebody died busy, and the page holds otherwise.
        let other = Self.disk.snapshot()
        page = try #require(other.files["control"])
        page.replaceSubrange(112..<136, with: [UInt8](repeating: 0xFF, count: 24))
        other.overwrite("control", with: page)
        try check(other, "generation and busy were filled with ones")
    }
}
