import LarderTesting
import Testing

@testable import Larder

@Suite struct `A memory cache where recency is all there is to know` {
    private let cache = MemoryCache<Int, Int>(maximumCount: 180)

    /// How many of `keys` were not found.
    private func misses(_ keys: [Int]) -> Int {
        keys.count { key in
            if cache.value(for: key) != nil { return false }
            cache.insert(key, for: key)
            return true
        }
    }

    private var followsRecency: Bool {
        cache.store.core.withPatientLock { $0.policy.followsRecency }
    }

    private var broken: [String] {
        cache.store.core.withPatientLock { $0.policy.checkInvariants() }
    }

    /// The policy's own way has 70 % more misses.
    @Test func `finds nearly what LRU does`() {
        let keys = RequestPattern.feed(requests: 40_000)
        var lru = NaiveLRU(capacity: 180)
        let others = keys.count { !lru.request($0, cost: 1) }
        #expect(Double(misses(keys)) < 1.1 * Double(others))
        #expect(followsRecency && broken.isEmpty)
    }

    @Test func `goes its own way again when that is better`() {
        _ = misses(RequestPattern.feed(requests: 20_000))
        #expect(followsRecency)
        _ = misses(RequestPattern.scans(requests: 60_000))
        #expect(!followsRecency && broken.isEmpty)
    }

    @Test func `keeps its bounds through stores, removals and trims`() {
        _ = misses(RequestPattern.feed(requests: 20_000))
        #expect(followsRecency)
        var random = SeededGenerator(seed: 4)
        for step in 0..<4000 {
            let key = random.skewed(below: 400)
            switch Int.random(in: 0..<12, using: &random) {
            case 0: cache.removeValue(for: key)
            case 1: cache.insert(step, for: key)
            case 2 where step % 5 == 0: cache.trim(to: .bytes(100))
            default: _ = misses([key])
            }
            #expect(cache.statistics.entries <= 180)
        }
        #expect(broken.isEmpty)
        cache.removeAll()
        #expect(cache.statistics.entries == 0 && !followsRecency)
    }
}
