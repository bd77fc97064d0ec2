@testable import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file under a pack's name that no cache has written hides what others hold only where it may
/// have followed them.
@Suite struct `A pack's number that is out of reach` {
    private let last = "0fffffff.pack"

    /// Puts a file of `bytes` under the greatest name.
    private func put(_ bytes: [UInt8], on files: FaultyFileSystem) throws {
        let directory = Directory(
            CacheFile(try files.openDirectory(at: DiskCache.testDirectory.path), in: files),
            path: "")
        try directory.open(last, .createNew).write(bytes, at: 0)
    }

    /// The header of a pack, as if it had the greatest number.
    private func forged(_ pack: [UInt8]) throws -> [UInt8] {
        var header = try pack.withUnsafeBytes { try PackHeader($0) }
        header.number = Address.packLimit - 1
        var bytes = [UInt8](repeating: 0, count: PackHeader.size)
        bytes.withUnsafeMutableBytes { header.write(to: $0) }
        return bytes
    }

    enum Content: CaseIterable { case empty, text, copy, forged }
    enum Known: CaseIterable { case page, anotherBoot, packs }

    @Test(arguments: Content.allCases, Known.allCases)
    func `costs no more than entries`(content: Content, known: Known) throws {
        let disk = FaultyFileSystem()
        let cache = try DiskCache.open(on: disk)
        for index in 0..<60 {
            try cache.store(.pattern(index, count: 900), forKey: "\(index)", durability: .synced)
        }
        cache.close()
        let files = known == .anotherBoot ? disk.afterPowerLoss(seed: 1) : disk.snapshot()
        let packs = files.files.filter { $0.key.hasSuffix("pack") }
        let pack = try #require(packs.min { $0.key < $1.key })
        switch content {
        case .empty: try put([], on: files)
        case .text: try put(Array("somebody else's".utf8), on: files)
        case .copy: try put(pack.value, on: files)
        case .forged: try put(try forged(pack.value), on: files)
        }
        if known == .packs { files.delete("control") }
        let reopened = try DiskCache.open(on: files)
        // A pack that reads as one has to be believed.
        if content != .forged || known == .page {
            for index in 0..<60 {
                #expect(try reopened.data(forKey: "\(index)") == .pattern(index, count: 900))
            }
        }
        let other = try DiskCache.open(on: files.otherProcess())
        for index in 0..<300 {
            try reopened.store(.pattern(index, count: 2000), forKey: "a")
            #expect(try reopened.data(forKey: "a") == .pattern(index, count: 2000))
            #expect(try other.data(forKey: "a") == .pattern(index, count: 2000))
        }
        #expect(files.files.keys.allSatisfy { $0 != last })
    }

    @Test func `alone is removed`() throws {
        let files = FaultyFileSystem()
        try DiskCache.open(on: files).close()
        let emptied = files.snapshot()
        for name in emptied.files.keys { emptied.delete(name) }
        try put([], on: emptied)
        let cache = try DiskCache.open(on: emptied)
        try cache.store(Data(), forKey: "a")
        #expect(emptied.files.keys.sorted() == ["00000001.pack", "control", "lock", "open"])
    }

    /// The page says that the log ends in the last pack there can be.
    @Test func `ends with the last record that fits`() throws {
        let disk = FaultyFileSystem()
        try DiskCache.open(on: disk).close()
        let files = disk.snapshot()
        let pack = try #require(files.files["00000001.pack"])
        try put(try forged(pack), on: files)
        files.delete("00000001.pack")
        files.delete("control")
        let (one, two) = try (DiskCache.open(on: files), DiskCache.open(on: files.otherProcess()))
        for index in 0..<300 {
            try one.store(.pattern(index, count: 2000), forKey: "\(index)", durability: .synced)
            #expect(try two.data(forKey: "\(index)") == .pattern(index, count: 2000))
            try two.remove(forKey: "\(index)")
            #expect(try one.data(forKey: "\(index)") == nil)
        }
        let packs = files.files.keys.filter { $0.hasSuffix("pack") }
        #expect(!packs.isEmpty && packs.allSatisfy { $0.hasPrefix("000000") })
    }
}
