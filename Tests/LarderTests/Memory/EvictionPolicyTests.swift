import LarderTesting
import Testing

@testable import Larder

@Suite struct `The eviction policy` {
    /// Every history of up to four steps over three keys: stores at two costs, uses and removals,
    /// 22,620 at each capacity, each followed by a check of everything.
    @Test(arguments: [1, 4, 5, 7])
    func `keeps its invariants through all short histories`(capacity: Int) {
        let steps: [@Sendable (inout PolicyBench) -> Void] = (0..<3).flatMap { key in
            [
                { $0.store(key, cost: 1) }, { $0.store(key, cost: 2) },
                { _ = $0.request(key, cost: 1) }, { $0.remove(key) },
            ] as [@Sendable (inout PolicyBench) -> Void]
        }
        func explore(_ bench: PolicyBench, depth: Int, _ path: [Int]) {
            for (number, step) in steps.enumerated() {
                var next = bench
                step(&next)
                let broken = next.policy.checkInvariants()
                if !broken.isEmpty { Issue.record("\(path + [number]): \(broken)") }
                if depth > 1 { explore(next, depth: depth - 1, path + [number]) }
            }
        }
        explore(PolicyBench(capacity: capacity, maximumCount: 3), depth: 4, [])
    }

    @Test(arguments: [(10, 1), (100, 30), (2000, 400), (100_000, 90_000)])
    func `decides as the naive model does`(capacity: Int, largest: Int) {
        var random = SeededGenerator(seed: UInt64(capacity))
        var bench = PolicyBench(capacity: capacity)
        var naive = NaivePolicy(capacity: capacity)
        let costs = (0..<400).map { _ in Int.random(in: 1...largest, using: &random) }
        for step in 0..<4000 {
            let key = random.skewed(below: step % 900 < 300 ? 400 : 60)
            let isHit = bench.request(key, cost: costs[key])
            let isNaiveHit = naive.request(key, cost: costs[key])
            guard isHit == isNaiveHit, bench.residents == naive.residents else {
                Issue.record("step \(step), key \(key)")
                return
            }
        }
        #expect(bench.policy.checkInvariants().isEmpty)
    }

    @Test(arguments: [(40, Int.max), (Int.max, 12), (300, 9), (0, 5), (7, 0), (1, 1)])
    func `keeps its invariants through stores, uses and removals`(
        capacity: Int, maximumCount: Int
    ) {
        var random = SeededGenerator(seed: 7)
        var bench = PolicyBench(capacity: capacity, maximumCount: maximumCount)
        for step in 0..<3000 {
            let key = Int.random(in: 0..<30, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0: bench.remove(key)
            case 1..<5: bench.store(key, cost: Int.random(in: 1...25, using: &random))
            default: _ = bench.request(key, cost: 4)
            }
            let broken = bench.policy.checkInvariants()
            #expect(broken.isEmpty, "step \(step)")
            if !broken.isEmpty { return }
        }
    }

    @Test func `lets one pass over many newcomers leave what was used before`() {
        var bench = PolicyBench(capacity: 100)
        for round in 0..<6 {
            for key in 0..<40 { _ = bench.request(key, cost: 1) }
            for key in 0..<30 { _ = bench.request(1000 + round * 30 + key, cost: 1) }
        }
        for key in 2000..<4000 { _ = bench.request(key, cost: 1) }
        #expect((0..<40).filter(bench.residents.contains).count >= 36)
    }

    @Test func `does not take uses of one occasion for lasting interest`() {
        var bench = PolicyBench(capacity: 100)
        for key in 0..<1000 {
            for _ in 0..<3 { _ = bench.request(key, cost: 1) }
        }
        #expect(bench.policy.chains.mainTailOfLeastPriority == nil)
    }

    @Test func `gives probation more room when what left it is missed`() {
        var bench = PolicyBench(capacity: 100)
        for _ in 0..<2 {
            for key in 0..<130 { _ = bench.request(key, cost: 1) }
        }
        #expect(bench.policy.probationShare > 0.1)
    }

    @Test func `prefers many small entries to one large one of equal use`() {
        var bench = PolicyBench(capacity: 1000)
        for round in 0..<30 {
            for key in 0..<8 { _ = bench.request(key, cost: 5) }
            _ = bench.request(100, cost: 400)
            for key in 0..<60 { _ = bench.request(1000 + round * 60 + key, cost: 10) }
        }
        #expect((0..<8).allSatisfy(bench.residents.contains))
    }

    @Test func `never lets an entry that grows drive itself out`() {
        var bench = PolicyBench(capacity: 100)
        for key in 0..<100 { bench.store(key, cost: 1) }
        bench.store(0, cost: 50)
        #expect(bench.residents.contains(0))
        #expect(bench.policy.bytes <= 100)
        bench.store(0, cost: 51)
        #expect(!bench.residents.contains(0))
    }
}
