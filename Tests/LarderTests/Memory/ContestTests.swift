import LarderTesting
import Testing

@testable import Larder

@Suite struct `The contest of two ways to evict` {
    @Test(arguments: [(10, 1, Int.max), (100, 30, .max), (Int.max, 9, 20), (400, 20, 25)])
    func `knows what LRU would hold`(capacity: Int, largest: Int, maximumCount: Int) {
        var random = SeededGenerator(seed: 3)
        let policy = EvictionPolicy(capacity: capacity, maximumCount: maximumCount)
        var recent = RecentKeys(policy)
        var naive = NaiveLRU(capacity: capacity, maximumCount: maximumCount)
        let costs = (0..<80).map { _ in Int.random(in: 1...largest, using: &random) }
        for step in 0..<1500 {
            let key = random.skewed(below: 80)
            let isHit = recent.request(UInt32(key), cost: costs[key])
            #expect(isHit == naive.request(key, cost: costs[key]), "step \(step)")
            #expect(recent.fingerprints == naive.keys.map { UInt32($0) })
        }
    }

    /// Every history of requests of four keys, five long, with a halving at each place in turn:
    /// what is left is the youngest of what was kept that fits.
    @Test func `halves what LRU would hold at any time`() {
        for history in 0..<(1 << 10) {
            for place in 0..<5 {
                var recent = RecentKeys(EvictionPolicy(capacity: 5))
                var naive = NaiveLRU(capacity: 5)
                for step in 0..<5 {
                    let key = history >> (2 * step) & 3
                    let cost = min(key / 2 + 1, naive.capacity / 2)
                    _ = recent.request(UInt32(key), cost: cost)
                    _ = naive.request(key, cost: cost)
                    if step == place {
                        recent.halve { $0 % 2 == 0 }
                        naive = naive.halved { $0 % 2 == 0 }
                    }
                }
                #expect(recent.fingerprints == naive.keys.map { UInt32($0) })
            }
        }
    }

    @Test func `holds a miniature that evicts as the policy does`() {
        var random = SeededGenerator(seed: 5)
        var bench = PolicyBench(capacity: 200)
        var miniature = Miniature(bench.policy)
        for step in 0..<4000 {
            let key = random.skewed(below: step % 900 < 300 ? 400 : 60) + 1
            let isHit = miniature.request(UInt32(key), cost: key % 7 + 1)
            #expect(isHit == bench.request(key, cost: key % 7 + 1), "step \(step)")
        }
        #expect(miniature.residents == Set(bench.residents.map { UInt32($0) }))
    }

    /// Every history of requests of four keys, five long, with a halving at each place in turn.
    @Test func `halves its miniature at any time`() {
        for history in 0..<(1 << 10) {
            for place in 0..<5 {
                var miniature = Miniature(EvictionPolicy(capacity: 5))
                for step in 0..<5 {
                    let key = UInt32(history >> (2 * step) & 3) + 1
                    let cost = min(Int(key) % 2 + 1, miniature.policy.capacity / 2)
                    _ = miniature.request(key, cost: cost)
                    if step == place { miniature.halve { $0 % 2 == 0 } }
                }
                let broken = miniature.policy.checkInvariants()
                #expect(broken.isEmpty && miniature.policy.count == miniature.residents.count)
            }
        }
    }

    @Test func `watches fewer keys the more there are, in both miniatures alike`() {
        var contest = Contest(EvictionPolicy(capacity: 40_000))
        for number: UInt32 in 1...30_000 {
            contest.note(number &* 0x9E37_79B1, cost: 1)
        }
        #expect(contest.thinning == 6)
        #expect((200...512).contains(contest.own.policy.count))
        #expect(contest.own.residents == Set(contest.recency.fingerprints))
        #expect(contest.own.residents.allSatisfy(contest.watches))
        #expect(!contest.prefersRecency)
    }

    @Test func `is outgrown when all that comes is too large for its miniatures`() {
        var contest = Contest(EvictionPolicy(capacity: 40_000))
        for number: UInt32 in 1...30_000 { contest.note(number &* 0x9E37_79B1, cost: 1) }
        func note(_ count: UInt32, cost: Int) {
            for number in 1...count { contest.note(number << 8, cost: cost) }
        }
        note(31, cost: 5000)
        note(1, cost: 1)
        note(31, cost: 5000)
        #expect(!contest.isOutgrown)
        note(1, cost: 5000)
        #expect(contest.isOutgrown)
    }

    @Test func `prefers recency while it finds more, and no longer`() {
        var contest = Contest(EvictionPolicy(capacity: 180))
        for key in RequestPattern.feed(requests: 20_000) { contest.note(UInt32(key), cost: 1) }
        #expect(contest.prefersRecency)
        for key in RequestPattern.scans(requests: 60_000) { contest.note(UInt32(key), cost: 1) }
        #expect(!contest.prefersRecency)
    }
}
