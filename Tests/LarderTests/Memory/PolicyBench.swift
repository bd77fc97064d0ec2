@testable import Larder

/// A cache that is nothing but the policy: keys are small numbers, and there are no values.
///
/// Drives ``EvictionPolicy`` in the order that `MemoryStore` does, one call after another.
struct PolicyBench {
    var policy: EvictionPolicy
    private(set) var marks: [Int: UseMark] = [:]

    init(capacity: Int, maximumCount: Int = .max) {
        policy = EvictionPolicy(capacity: capacity, maximumCount: maximumCount)
    }
}

extension PolicyBench {
    var residents: Set<Int> { Set(marks.keys) }

    /// Uses `key` if it is here, else stores it. Returns whether it was here.
    mutating func request(_ key: Int, cost: Int) -> Bool {
        if marks[key] != nil {
            marks[key] = marks[key]?.used(at: policy.clock)
            return true
        }
        store(key, cost: cost)
        return false
    }

    /// Stores `key`, in place of what it had.
    mutating func store(_ key: Int, cost: Int) {
        guard policy.admits(cost) else {
            remove(key)
            return
        }
        if marks[key] != nil {
            resize(key, cost: cost)
            return
        }
        let arrival = policy.greet(UInt32(key), cost: cost)
        makeRoom(cost, entries: 1, onProbation: arrival == .probation ? cost : 0)
        marks[key] = UseMark(arrival, at: policy.now)
        policy.add(key, cost: cost, as: arrival)
    }

    mutating func remove(_ key: Int) {
        if marks.removeValue(forKey: key) != nil { policy.remove(key) }
    }

    private mutating func resize(_ key: Int, cost: Int) {
        let growth = cost - policy.cost(of: key)
        guard growth != 0 else { return }
        let lifted = policy.lift(key)
        makeRoom(max(growth, 0), entries: 0, onProbation: lifted.isOnProbation ? cost : 0)
        policy.settle(key, lifted, cost: cost)
    }

    private mutating func makeRoom(_ bytes: Int, entries: Int, onProbation: Int) {
        var reprieves = 0
        while policy.needsRoom(for: bytes, entries: entries),
            let key = policy.candidate(arrivingOnProbation: onProbation, room: policy.room),
            let mark = marks[key]
        {
            let verdict = policy.judge(
                key, uses: mark.uses, fingerprint: UInt32(key), isFinal: reprieves == 64)
            switch verdict {
            case .evicted:
                marks[key] = nil
                reprieves = 0
            case .kept(let uses):
                marks[key] = mark.kept(uses: uses)
                reprieves += 1
            }
        }
    }
}
