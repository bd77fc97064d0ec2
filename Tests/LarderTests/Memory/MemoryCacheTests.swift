import Larder
import LarderTesting
import Testing

@Suite struct `A memory cache` {
    private func cache(_ capacity: Int, maximumCount: Int? = nil) -> MemoryCache<String, Int> {
        MemoryCache(capacity: .bytes(capacity), maximumCount: maximumCount) { .bytes($0) }
    }

    @Test func `gives back what was stored last`() {
        let cache = cache(100)
        #expect(cache["a"] == nil)
        cache["a"] = 1
        cache["a"] = 2
        cache["b"] = 3
        #expect(cache["a"] == 2 && cache["b"] == 3)
        cache["a"] = nil
        #expect(cache["a"] == nil && cache["b"] == 3)
    }

    @Test func `removes by key, by condition and altogether`() {
        let cache = cache(1000)
        for number in 1...9 { cache["\(number)"] = number }
        #expect(cache.removeValue(for: "9") == 9)
        #expect(cache.removeValue(for: "9") == nil)
        cache.removeAll { key, value in key == "1" || value.isMultiple(of: 2) }
        #expect(Set(cache.keys) == ["3", "5", "7"])
        cache.removeAll()
        #expect(cache.keys.isEmpty)
        #expect(cache.statistics.bytes == .zero && cache.statistics.entries == 0)
    }

    @Test(arguments: [-5, 0, 1])
    func `takes a cost below one for one`(cost: Int) {
        let cache = cache(100)
        #expect(cache.insert(7, for: "a", cost: .bytes(cost)))
        #expect(cache["a"] == 7)
        #expect(cache.statistics.bytes == .bytes(1))
    }

    @Test(arguments: [-1, 0])
    func `of no capacity keeps nothing`(capacity: Int) {
        let cache = cache(capacity)
        #expect(!cache.insert(1, for: "a"))
        #expect(cache["a"] == nil)
        #expect(!MemoryCache<String, Int>(maximumCount: capacity).insert(1, for: "a"))
    }

    @Test func `of one entry keeps one`() {
        let cache = MemoryCache<String, Int>(maximumCount: 1)
        cache["a"] = 1
        cache["b"] = 2
        #expect(cache.keys.count == 1)
    }

    @Test func `does not keep what is over half its capacity, nor what that replaced`() {
        let cache = cache(100)
        #expect(cache.insert(50, for: "a"))
        #expect(!cache.insert(51, for: "a"))
        #expect(cache["a"] == nil)
        #expect(cache.statistics.refusals == 1)
        #expect(cache.statistics.removals == [.replaced: 1])
    }

    @Test func `stays within its capacity when a small value gives way to a large one`() {
        let cache = cache(100)
        for number in 0..<100 { cache.insert(number, for: "\(number)", cost: .bytes(1)) }
        #expect(cache.insert(1000, for: "7", cost: .bytes(50)))
        #expect(cache["7"] == 1000)
        #expect(cache.statistics.bytes <= .bytes(100))
        #expect(cache.statistics.entries == 51)
    }

    @Test func `stays within its number of entries`() {
        let cache = cache(1_000_000, maximumCount: 10)
        for number in 0..<1000 { cache["\(number)"] = number }
        #expect(cache.statistics.entries == 10)
        #expect(cache.keys.count == 10)
        #expect(cache.statistics.evictions == 990)
    }

    @Test func `peeks without counting a use`() {
        let cache = cache(100)
        cache["a"] = 1
        #expect(cache.peek("a") == 1 && cache.contains("a"))
        #expect(cache.peek("b") == nil && !cache.contains("b"))
        #expect(cache.statistics.hits == 0 && cache.statistics.misses == 0)
        #expect(cache.statistics.hitRatio == nil)
    }

    @Test func `counts hits, misses and stores`() {
        let cache = cache(100)
        cache["a"] = 1
        _ = (cache["a"], cache["a"], cache["a"], cache["b"])
        #expect(cache.statistics.hits == 3 && cache.statistics.misses == 1)
        #expect(cache.statistics.hitRatio == 0.75)
        #expect(cache.statistics.insertions == 1)
    }

    @Test func `trims to what is asked, the least worth keeping first`() {
        let cache = MemoryCache<Int, Int>(maximumCount: 1000)
        for key in 0..<1000 { cache[key] = key }
        for key in 0..<60 { _ = cache[key] }
        cache.trim(to: .bytes(200))
        #expect(cache.statistics.bytes == .bytes(200))
        #expect(cache.statistics.removals == [.trimmed: 800])
        #expect((0..<60).allSatisfy(cache.contains))
        cache.trim(to: .bytes(-1))
        #expect(cache.statistics.entries == 0)
    }

    @Test func `frees what it holds when it ends`() {
        final class Picture: Sendable {}
        weak var watch: Picture?
        do {
            let cache = MemoryCache<Int, Picture>(maximumCount: 9)
            let picture = Picture()
            watch = picture
            cache[1] = picture
        }
        #expect(watch == nil)
    }
}
