import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// By `ulimit -f`, beyond which the system ends the process that writes.
@Suite struct `A disk cache in a process whose files are limited` {
    private let files = FaultyFileSystem()

    /// Stores `data`; returns `false` when it is refused for its length.
    private func store(_ data: Data, _ key: String, in cache: DiskCache) throws -> Bool {
        do {
            return try cache.store(data, forKey: key) != nil
        } catch DiskCacheError.Code.fileTooLarge {
            return false
        }
    }

    @Test(
        arguments: [4096, 9000, 40_000, 300_000, 3_000_000],
        [nil, .kibibytes(512), .mebibytes(16)] as [ByteCount?])
    func `stores what fits, and refuses the rest`(limit: Int, capacity: ByteCount?) throws {
        files.limitFiles(to: limit)
        let cache = try DiskCache.open(on: files, capacity: capacity)
        var random = SeededGenerator(seed: 1)
        for index in 0..<150 {
            let size = random.below(2 * limit >> random.below(8))
            let (key, data) = ("\(index % 5)", Data.pattern(index, count: size))
            let old = try cache.data(forKey: key)
            let isStored = try store(data, key, in: cache)
            let isKept = size < (capacity?.bytes ?? .max) / 2
            #expect(isStored == (isKept && size <= limit))
            #expect(try cache.data(forKey: key) == (isStored ? data : isKept ? old : nil))
        }
        #expect(!files.isKilled)
        #expect(files.files.values.allSatisfy { $0.count <= limit })
        let reopened = try DiskCache.open(on: files.snapshot(), capacity: capacity)
        #expect(try reopened.verify().damage.isEmpty)
    }

    @Test func `streams what fits, and refuses the rest`() throws {
        files.limitFiles(to: 400_000)
        let cache = try DiskCache.open(on: files, capacity: nil)
        for count in [3, 4, 5, 9] {
            let writer = try cache.writer(forKey: "a")
            do {
                for part in 0..<count { try writer.write(.pattern(part, count: 100_000)) }
                try writer.commit()
                #expect(count <= 4)
            } catch DiskCacheError.Code.fileTooLarge {
                #expect(count > 4)
            }
            #expect(try cache.data(forKey: "a")?.count == min(count, 4) * 100_000)
        }
        #expect(!files.isKilled)
    }

    /// A process without the limit has written the directory.
    @Test(arguments: [100, 5000, 40_000])
    func `reads longer files, and is refused where it must add to one`(limit: Int) throws {
        let first = try DiskCache.open(on: files, capacity: .mebibytes(4))
        for index in 0..<50 { try first.store(.pattern(index, count: 900), forKey: "\(index)") }
        let view = files.otherProcess()
        view.limitFiles(to: limit)
        let cache = try DiskCache.open(on: view, capacity: .mebibytes(4))
        for index in 0..<50 {
            #expect(try cache.data(forKey: "\(index)") == .pattern(index, count: 900))
        }
        #expect { try cache.store(.pattern(1, count: 900), forKey: "1") } throws: {
            DiskCacheError.Code.fileTooLarge ~= $0
        }
        #expect(!view.isKilled)
        try first.store(.pattern(2, count: 900), forKey: "1")
        #expect(try cache.data(forKey: "1") == .pattern(2, count: 900))
    }

    @Test func `too short for any is told when it is opened`() throws {
        files.limitFiles(to: 100)
        #expect { try DiskCache.open(on: files) } throws: {
            DiskCacheError.Code.fileTooLarge ~= $0
        }
        #expect(!files.isKilled)
    }

    @Test(.enabled(if: ChildProcess.hasDiskChild))
    func `goes on living`() async throws {
        let place = TemporaryDirectory()
        let child = try ChildProcess("limit", place.url.path, "", seed: 0)
        var lines: [String] = []
        while let line = await child.nextLine() { lines.append(line) }
        #expect(lines == ["true", "true", "true", "true", "fileTooLarge", "true"])
    }
}
