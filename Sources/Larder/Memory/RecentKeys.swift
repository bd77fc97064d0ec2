/// A small cache of nothing but fingerprints, to see what LRU would find. They lie in the order of
/// their last use, the oldest first.
struct RecentKeys: Sendable {
    private var capacity: Int
    private var maximumCount: Int
    private var bytes = 0
    private(set) var fingerprints: [UInt32] = []
    private var costs: [Int] = []

    /// Makes an empty one of the size of a cache that `policy` keeps.
    init(_ policy: EvictionPolicy) {
        capacity = policy.capacity
        maximumCount = policy.maximumCount
    }
}

extension RecentKeys {
    /// Uses what `fingerprint` stands for if it is here, else stores it. Returns whether it was.
    mutating func request(_ fingerprint: UInt32, cost: Int) -> Bool {
        if let place = fingerprints.place(of: fingerprint) {
            fingerprints.append(fingerprints.remove(at: place))
            costs.append(costs.remove(at: place))
            return true
        }
        makeRoom(for: cost, entries: 1)
        bytes += cost
        fingerprints.append(fingerprint)
        costs.append(cost)
        return false
    }

    private mutating func makeRoom(for cost: Int, entries: Int) {
        var leaving = 0
        while leaving < costs.count,
            bytes > capacity - cost || costs.count - leaving > maximumCount - entries
        {
            bytes -= costs[leaving]
            leaving += 1
        }
        fingerprints.removeFirst(leaving)
        costs.removeFirst(leaving)
    }

    /// Drops what `keeps` does not keep, about half, and halves the capacity.
    mutating func halve(keeping keeps: (UInt32) -> Bool) {
        let kept = fingerprints.indices.filter { keeps(fingerprints[$0]) }
        costs = kept.map { costs[$0] }
        fingerprints = kept.map { fingerprints[$0] }
        bytes = costs.reduce(0, +)
        capacity = max(capacity / 2, 1)
        maximumCount = max(maximumCount / 2, 1)
        makeRoom(for: 0, entries: 0)
    }
}
