import LarderTesting
import Testing

@testable import Larder

@Suite struct `The contest of two ways to evict` {
    @Test(arguments: [(10, 1, Int.max), (100, 30, .max), (Int.max, 9, 20), (400, 20, 25)])
    func `holds a miniature that evicts as LRU does`(
        capacity: Int, largest: Int, maximumCount: Int
    ) {
        var random = SeededGenerator(seed: 3)
        let policy = EvictionPolicy(capacity: capacity, maximumCount: maximumCount)
        var miniature = Miniature(policy, evictsByRecency: true)
        var naive = NaiveLRU(capacity: capacity, maximumCount: maximumCount)
        let costs = (0..<80).map { _ in Int.random(in: 1...largest, using: &random) }
        for step in 0..<1500 {
            let key = random.skewed(below: 80)
            let isHit = miniature.request(UInt32(key), cost: costs[key])
            #expect(isHit == naive.request(key, cost: costs[key]), "step \(step)")
            #expect(miniature.fingerprints == Set(naive.keys.map { UInt32($0) }))
            #expect(miniature.policy.checkInvariants().isEmpty)
        }
    }

    @Test func `holds a miniature that evicts as the policy does`() {
        var random = SeededGenerator(seed: 5)
        var bench = PolicyBench(capacity: 200)
        var miniature = Miniature(bench.policy, evictsByRecency: false)
        for step in 0..<4000 {
            let key = random.skewed(below: step % 900 < 300 ? 400 : 60)
            let isHit = miniature.request(UInt32(key), cost: key % 7 + 1)
            #expect(isHit == bench.request(key, cost: key % 7 + 1), "step \(step)")
        }
        #expect(miniature.fingerprints == Set(bench.residents.map { UInt32($0) }))
    }

    /// Every history of requests of four keys, five long, with a halving at each place in turn.
    @Test(arguments: [false, true])
    func `halves its miniatures at any time`(evictsByRecency: Bool) {
        for history in 0..<(1 << 10) {
            for place in 0..<5 {
                var miniature = Miniature(
                    EvictionPolicy(capacity: 5), evictsByRecency: evictsByRecency)
                for step in 0..<5 {
                    let key = UInt32(history >> (2 * step) & 3)
                    _ = miniature.request(key, cost: Int(key) / 2 + 1)
                    if step == place { miniature.halve { $0 % 2 == 0 } }
                }
                let broken = miniature.policy.checkInvariants()
                #expect(broken.isEmpty && miniature.count == miniature.fingerprints.count)
            }
        }
    }

    @Test func `watches fewer keys the more there are, in both miniatures alike`() {
        var contest = Contest(EvictionPolicy(capacity: 40_000))
        for number: UInt32 in 0..<30_000 {
            contest.note(number &* 0x9E37_79B1, cost: 1)
        }
        #expect(contest.thinning == 6)
        #expect((256...512).contains(contest.own.count))
        #expect(contest.own.fingerprints == contest.recency.fingerprints)
        #expect(contest.own.fingerprints.allSatisfy(contest.watches))
        #expect(!contest.prefersRecency)
    }

    @Test func `prefers recency while it finds more, and no longer`() {
        var contest = Contest(EvictionPolicy(capacity: 180))
        for key in RequestPattern.feed(requests: 20_000) { contest.note(UInt32(key), cost: 1) }
        #expect(contest.prefersRecency)
        for key in RequestPattern.scans(requests: 60_000) { contest.note(UInt32(key), cost: 1) }
        #expect(!contest.prefersRecency)
    }
}
