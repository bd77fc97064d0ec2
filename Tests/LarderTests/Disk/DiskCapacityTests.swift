import LarderTesting
@testable import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A disk cache with a capacity` {
    let place = TemporaryDirectory()

    @Test(arguments: [.bytes(.min), .zero, .kibibytes(63), .bytes(.max)] as [ByteCount])
    func `a capacity that cannot be is refused with those that can`(capacity: ByteCount) throws {
        let error = #expect(throws: DiskCacheError.self) {
            try DiskCache(directory: place.url, capacity: capacity)
        }
        #expect(error?.code == .invalidCapacity)
        #expect(error?.message.hasSuffix("from 64 KiB to 1 PiB.") == true)
    }

    /// A writer of unknown length reserves more than it writes. Others count all files anew
    /// whenever they have the lock.
    @Test(arguments: [true, false])
    func `counts once what a writer gives back`(isCommitted: Bool) throws {
        let files = FaultyFileSystem()
        let cache = try DiskCache.open(on: files, capacity: .mebibytes(16))
        let other = try DiskCache.open(on: files.otherProcess(), capacity: .mebibytes(16))
        let writer = try cache.writer(forKey: "streamed")
        for part in 0..<5 { try writer.write(.pattern(part, count: 300_000)) }
        files.onCall { call in
            if call.name == "lock" { try? other.removeAll() }
            return nil
        }
        if isCommitted { _ = try writer.commit() } else { writer.abandon() }
        files.onCall { _ in nil }
        let counted = try cache.statistics.bytesInUse
        cache.close()
        other.close()
        let again = try DiskCache.open(on: files.snapshot(), capacity: .mebibytes(16))
        #expect(try again.statistics.bytesInUse == counted)
        #expect(try again.data(forKey: "streamed")?.count == (isCommitted ? 1_500_000 : nil))
    }

    @Test(arguments: [
        (capacity: ByteCount.kibibytes(64), longest: 3000), (.kibibytes(300), 40_000),
        (.mebibytes(2), 300_000), (.mebibytes(9), 2_000_000),
    ])
    func `never takes more than that, not at any operation`(
        capacity: ByteCount, longest: Int
    ) throws {
        let cache = try DiskCache(directory: place.url, capacity: capacity)
        var random = SeededGenerator(seed: 7)
        var written = 0
        var step = 0
        while written < 4 * capacity.bytes {
            let key = "\(Int.random(in: 0..<60, using: &random))"
            let size =
                Int.random(in: 0..<longest, using: &random) >> Int.random(in: 0..<6, using: &random)
            let payload = Data.pattern(step, count: size)
            if try cache.store(payload, forKey: key) != nil {
                #expect(try cache.data(forKey: key) == payload)
            } else {
                #expect(try cache.data(forKey: key) == nil)
            }
            if step % 3 == 0 { _ = try cache.data(forKey: "\(step % 60)") }
            if step % 50 == 0 { try cache.remove(forKey: "\(step % 60)") }
            let use = place.diskUse
            #expect(use <= capacity.bytes, "step \(step): \(use)")
            written += size + 100
            step += 1
        }
        #expect(try cache.statistics.evictions > 0)
        #expect(try cache.statistics.damage == 0)
    }

    @Test func `fills most of it`() throws {
        let cache = try DiskCache(directory: place.url, capacity: .mebibytes(8))
        for index in 0..<1000 { try cache.store(Data(count: 20_000), forKey: "\(index)") }
        #expect(place.diskUse > 7 << 20)
        #expect(try cache.statistics.entries > 340)
    }

    @Test func `carries on what is read, and to whom it belongs`() throws {
        let cache = try DiskCache(directory: place.url, capacity: .mebibytes(1))
        let attributes = EntryAttributes(storedAt: Date(), isShareable: false)
        _ = try cache.ownBucket.store(
            Entry(payload: Data(count: 1000), attributes: attributes), forKey: "own")
        let first = try #require(try cache.attributes(forKey: "own"))
        for index in 0..<3000 {
            try cache.store(Data(count: 1000), forKey: "\(index)")
            _ = try cache.data(forKey: "own")
        }
        let carried = try #require(try cache.attributes(forKey: "own"))
        #expect(carried.location != first.location && carried.version == first.version)
        #expect(!carried.isShareable)
    }

    @Test func `takes for read what was read, and not what was looked at`() throws {
        let cache = try DiskCache(directory: place.url, capacity: .mebibytes(1))
        try cache.store(Data(count: 1000), forKey: "a")
        #expect(try cache.contains("a"))
        #expect(try cache.attributes(forKey: "a")?.isRead == false)
        #expect(try cache.attributes(forKey: "a")?.isRead == false)
        _ = try cache.data(forKey: "a", in: 0..<1)
        #expect(try cache.attributes(forKey: "a")?.isRead == true)
    }

    @Test func `counts what it evicts apart from what has expired`() throws {
        let clock = ManualClock()
        let cache = try DiskCache(
            directory: place.url, capacity: .mebibytes(1), time: clock.timeSource)
        for index in 0..<20 {
            try cache.store(Data(count: 1000), forKey: "\(index)", lifetime: .seconds(60))
        }
        clock.advance(by: .seconds(61))
        for index in 100..<3000 { try cache.store(Data(count: 1000), forKey: "\(index)") }
        let statistics = try cache.statistics
        #expect(statistics.expirations == 20)
        #expect(statistics.evictions > 1000)
        #expect(
            try cache.counts().removals == [
                "evicted": statistics.evictions, "expired": 20,
            ])
    }

    @Test func `keeps what is read and forgets what is not`() throws {
        let cache = try DiskCache(directory: place.url, capacity: .mebibytes(1))
        try cache.store(Data(count: 1000), forKey: "read")
        try cache.store(Data(count: 1000), forKey: "unread")
        for index in 0..<5000 {
            try cache.store(Data(count: 1000), forKey: "\(index)")
            if index % 200 == 0 { #expect(try cache.data(forKey: "read") != nil) }
        }
        #expect(try cache.contains("read"))
        #expect(try !cache.contains("unread"))
    }

    @Test func `shrinks when it is opened with less, or trimmed`() throws {
        var cache = try DiskCache(directory: place.url, capacity: nil)
        for index in 0..<500 { try cache.store(Data(count: 20_000), forKey: "\(index)") }
        try cache.store(Data(count: 3_000_000), forKey: "large")
        #expect(place.diskUse > 13_000_000)
        cache.close()
        cache = try DiskCache(directory: place.url, capacity: .mebibytes(10))
        #expect(place.diskUse <= 10 << 20)
        #expect(try cache.contains("large"))
        try cache.trim(to: .mebibytes(5))
        #expect(place.diskUse <= 5 << 20)
        try cache.trim(to: .zero)
        #expect(place.diskUse < 100_000)
        try cache.store(Data(count: 20_000), forKey: "after")
        #expect(try cache.contains("after"))
    }

    @Test func `without one, gives dead bytes back and keeps every entry`() throws {
        let cache = try DiskCache(directory: place.url, capacity: nil)
        for index in 0..<200 {
            try cache.store(Data.pattern(index, count: 500), forKey: "kept \(index)")
        }
        for index in 0..<3000 {
            try cache.store(Data(count: 20_000), forKey: "replaced \(index % 5)")
        }
        #expect(place.diskUse < 16 << 20)
        for index in 0..<200 {
            #expect(try cache.data(forKey: "kept \(index)") == Data.pattern(index, count: 500))
        }
    }
}
