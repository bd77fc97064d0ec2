import Larder
import LarderTesting
import Synchronization
import Testing

@Suite struct `A cache that finds living values` {
    private final class Picture: Sendable {}

    private let clock = ManualClock()

    private func cache() -> MemoryCache<Int, Picture> {
        MemoryCache(findingLivingValuesWithin: .bytes(4), time: clock.timeSource) { _ in .bytes(1) }
    }

    /// Stores so much that `key`, unused, is driven out.
    private func driveOut(_ key: Int, of cache: MemoryCache<Int, Picture>) {
        for other in 1000..<1010 { cache[other] = Picture() }
        #expect(!cache.contains(key))
    }

    @Test func `finds what was evicted and is still in use, and keeps it again`() {
        let cache = cache()
        let shown = Picture()
        cache[1] = shown
        driveOut(1, of: cache)
        #expect(cache[1] === shown)
        #expect(cache.contains(1))
        #expect(cache.statistics.revivals == 1)
        #expect(cache.statistics.hits == 1 && cache.statistics.misses == 0)
    }

    @Test func `finds nothing under a key that is equal as a text and differs in its bytes`() {
        let cache = MemoryCache<String, Picture>(
            findingLivingValuesWithin: .bytes(4), time: clock.timeSource
        ) { _ in .bytes(1) }
        let shown = Picture()
        cache["\u{E9}"] = shown
        for other in 1000..<1010 { cache[String(other)] = Picture() }
        #expect(!cache.contains("\u{E9}"))
        #expect(cache["e\u{301}"] == nil)
        #expect(cache["\u{E9}"] === shown)
    }

    @Test func `holds nothing alive itself`() {
        let cache = cache()
        weak var watch: Picture?
        do {
            let picture = Picture()
            watch = picture
            cache[1] = picture
        }
        driveOut(1, of: cache)
        #expect(watch == nil)
        #expect(cache[1] == nil)
    }

    @Test func `does not find what was removed or replaced since`() {
        let cache = cache()
        let pictures = (0..<3).map { _ in Picture() }
        for key in pictures.indices { cache[key] = pictures[key] }
        for key in pictures.indices { driveOut(key, of: cache) }
        cache[0] = nil
        cache[1] = Picture()
        driveOut(1, of: cache)
        #expect(cache[0] == nil && cache[1] == nil)
        cache.removeAll()
        #expect(cache[2] == nil)
    }

    @Test func `does not find what a condition removed since`() {
        let cache = cache()
        let pictures = (0..<3).map { _ in Picture() }
        for key in pictures.indices { cache[key] = pictures[key] }
        for key in pictures.indices { driveOut(key, of: cache) }
        #expect(cache[1] === pictures[1])
        cache.removeAll { key, picture in key == 0 || picture === pictures[1] }
        #expect(cache[0] == nil && cache[1] == nil && cache[2] === pictures[2])
    }

    @Test func `tells of each value that it found again`() {
        let found = Mutex<[Int]>([])
        let cache = MemoryCache<Int, Picture>(
            findingLivingValuesWithin: .bytes(4), time: clock.timeSource,
            onRevival: { key, _ in found.withLock { $0.append(key) } }
        ) { _ in .bytes(1) }
        let shown = Picture()
        cache[1] = shown
        driveOut(1, of: cache)
        #expect(cache[2] == nil && cache[1] === shown && cache[1] === shown)
        #expect(found.withLock { $0 } == [1])
    }

    @Test func `does not find what has expired since`() {
        let cache = cache()
        let shown = Picture()
        cache.insert(shown, for: 1, lifetime: .seconds(60))
        driveOut(1, of: cache)
        clock.advance(by: .seconds(59))
        #expect(cache[1] === shown)
        driveOut(1, of: cache)
        clock.advance(by: .seconds(1))
        #expect(cache[1] == nil)
    }

    @Test func `finds the living among many dead`() {
        let cache = cache()
        let shown = (0..<10).map { _ in Picture() }
        for key in shown.indices { cache[key] = shown[key] }
        for key in 100..<2000 { cache[key] = Picture() }
        for key in shown.indices { #expect(cache[key] === shown[key]) }
    }
}
