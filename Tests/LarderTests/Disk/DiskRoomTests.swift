import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What making room costs: the oldest that was not read, and no more than must go.
@Suite struct `A disk cache that makes room` {
    private let place = TemporaryDirectory()

    private func fill(
        _ capacity: ByteCount?, _ count: Int, of size: Int, reading: Range<Int> = 0..<0
    ) throws -> DiskCache {
        let cache = try DiskCache(directory: place.url, capacity: capacity)
        for number in 0..<count {
            try cache.store(.pattern(number, count: size), forKey: "\(number)")
        }
        for number in reading { #expect(try cache.data(forKey: "\(number)") != nil) }
        return cache
    }

    private func keys(_ cache: DiskCache, below count: Int) throws -> [Int] {
        try (0..<count).filter { try cache.contains("\($0)") }
    }

    @Test(arguments: [
        (capacity: ByteCount.mebibytes(20), size: 2_000_000), (.mebibytes(8), 100_000),
        (.mebibytes(8), 1_000_000), (.mebibytes(1), 10_000),
    ])
    func `for one entry keeps nearly all others`(capacity: ByteCount, size: Int) throws {
        let cache = try DiskCache(directory: place.url, capacity: capacity)
        var most = 0
        for number in 0..<(3 * capacity.bytes / size) {
            try cache.store(Data(count: size), forKey: "\(number)")
            let count = try cache.statistics.entries
            // Packs of a small cache are an eighth of it, and one is kept free.
            #expect(count >= most - max(1, most / 4), "\(number)")
            most = max(most, count)
            #expect(place.diskUse <= capacity.bytes)
            #expect(try cache.contains("\(number)"))
        }
        #expect(most * size > capacity.bytes / 2)
    }

    @Test(arguments: [(ByteCount.mebibytes(60), 3_000_000), (.mebibytes(8), 200_000)])
    func `lets large entries that were read stay`(capacity: ByteCount, size: Int) throws {
        let cache = try fill(capacity, 30, of: size)
        let old = try keys(cache, below: 30)
        let read = old.prefix(old.count / 2)
        for number in read { _ = try cache.data(forKey: "\(number)") }
        for number in 30..<(30 + old.count / 3) {
            try cache.store(Data(count: size), forKey: "\(number)")
            #expect(place.diskUse <= capacity.bytes)
        }
        #expect(try read.filter { try !cache.contains("\($0)") } == [])
        #expect(try cache.statistics.entries >= old.count - 1)
    }

    /// Whoever trims may do so because the volume is full.
    @Test(arguments: [ByteCount.kibibytes(200), .mebibytes(1)])
    func `by trimming, gives large entries' back where nothing can be written`(
        limit: ByteCount
    ) throws {
        let files = FaultyFileSystem()
        let cache = try DiskCache.open(on: files, capacity: .mebibytes(16))
        for number in 0..<20 {
            try cache.store(.pattern(number, count: 600_000), forKey: "\(number)")
        }
        files.onCall { $0.name == "write" ? .fail(.noSpace) : nil }
        try cache.trim(to: limit)
        #expect(try cache.statistics.bytesInUse <= limit)
        files.onCall { _ in nil }
        try cache.store(Data("new".utf8), forKey: "new")
        #expect(try cache.data(forKey: "new") == Data("new".utf8))
    }

    @Test func `by trimming, lets one large entry go for one`() throws {
        let cache = try fill(.mebibytes(20), 5, of: 2_000_000, reading: 3..<5)
        try cache.trim(to: .mebibytes(9))
        #expect(try keys(cache, below: 5) == [1, 2, 3, 4])
        try cache.trim(to: .mebibytes(5))
        #expect(try keys(cache, below: 5) == [3, 4])
        #expect(place.diskUse <= 5 << 20)
    }

    @Test(arguments: [
        (capacity: ByteCount.gibibytes(1) as ByteCount?, count: 200, size: 100_000, mebibytes: 15),
        (.mebibytes(8), 70, 100_000, 6), (.mebibytes(8), 500, 20_000, 5), (nil, 200, 100_000, 15),
        (.mebibytes(64), 3000, 20_000, 40), (.mebibytes(64), 3000, 20_000, 3),
    ])
    func `by trimming, leaves as much as fits`(
        capacity: ByteCount?, count: Int, size: Int, mebibytes: Int
    ) throws {
        let cache = try fill(capacity, count, of: size)
        let old = try keys(cache, below: count)
        let read = old.dropFirst(5).prefix(20)
        for number in read { _ = try cache.data(forKey: "\(number)") }
        try cache.trim(to: .mebibytes(mebibytes))
        #expect(place.diskUse <= mebibytes << 20)
        let left = try keys(cache, below: count)
        #expect(left.count * size > mebibytes << 20 - 600_000)
        #expect(read.filter { !left.contains($0) } == [])
        let others = left.filter { !read.contains($0) }
        #expect(others == old.filter { !read.contains($0) }.suffix(others.count))
        for number in left {
            #expect(try cache.data(forKey: "\(number)") == .pattern(number, count: size))
        }
    }

    @Test func `by opening with less, leaves as much as fits`() throws {
        let cache = try fill(.gibibytes(1), 200, of: 100_000, reading: 5..<20)
        cache.close()
        let again = try DiskCache(directory: place.url, capacity: .mebibytes(15))
        #expect(place.diskUse <= 15 << 20)
        let left = try keys(again, below: 200)
        #expect(left.count > 120)
        // Smaller packs have more ends, which may cost a few of the oldest.
        #expect(left.filter { $0 < 20 }.count > 10)
        let third = try DiskCache(directory: place.url, capacity: .mebibytes(10))
        #expect(place.diskUse <= 10 << 20)
        #expect(try third.statistics.entries > 80)
    }

    @Test func `by trimming to nothing, leaves nothing`() throws {
        let cache = try fill(.mebibytes(8), 70, of: 100_000, reading: 0..<40)
        try cache.trim(to: .zero)
        #expect(try cache.statistics.entries == 0)
        #expect(place.diskUse < 100_000)
    }
}
