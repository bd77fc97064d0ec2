/// A small cache of nothing but fingerprints, to see what the policy would find.
struct Miniature: Sendable {
    private(set) var policy: EvictionPolicy
    /// By handle; 0 where there is none.
    private var fingerprints: [UInt32] = []
    private var marks: [UseMark] = []

    /// Makes one that begins as `policy` did: empty.
    init(_ policy: EvictionPolicy) {
        self.policy = EvictionPolicy(
            capacity: policy.capacity, maximumCount: policy.maximumCount)
    }
}

extension Miniature {
    /// What is here.
    var residents: Set<UInt32> { Set(fingerprints.filter { $0 != 0 }) }

    /// Uses what `fingerprint` stands for if it is here, else stores it. Returns whether it was.
    mutating func request(_ fingerprint: UInt32, cost: Int) -> Bool {
        if let handle = fingerprints.place(of: fingerprint) {
            marks[handle] = marks[handle].used(at: policy.clock)
            return true
        }
        let arrival = policy.greet(fingerprint, cost: cost)
        makeRoom(for: cost, entries: 1, onProbation: arrival == .probation ? cost : 0)
        let handle = place(fingerprint, UseMark(arrival, at: policy.now))
        policy.add(handle, cost: cost, as: arrival)
        return false
    }

    private mutating func place(_ fingerprint: UInt32, _ mark: UseMark) -> Handle {
        if let handle = fingerprints.place(of: 0) {
            fingerprints[handle] = fingerprint
            marks[handle] = mark
            return handle
        }
        fingerprints.reserveGently(fingerprints.count + 1)
        marks.reserveGently(marks.count + 1)
        fingerprints.append(fingerprint)
        marks.append(mark)
        return marks.count - 1
    }

    private mutating func makeRoom(for cost: Int, entries: Int, onProbation: Int) {
        var reprieves = 0
        while policy.needsRoom(for: cost, entries: entries),
            let handle = policy.candidate(arrivingOnProbation: onProbation, room: policy.room)
        {
            let verdict = policy.judge(
                handle, uses: marks[handle].uses, fingerprint: fingerprints[handle],
                isFinal: reprieves == EvictionPolicy.mostReprieves)
            switch verdict {
            case .evicted:
                fingerprints[handle] = 0
                reprieves = 0
            case .kept(let uses):
                marks[handle] = marks[handle].kept(uses: uses)
                reprieves += 1
            }
        }
    }

    /// Drops what `keeps` does not keep, about half, and halves the capacity.
    mutating func halve(keeping keeps: (UInt32) -> Bool) {
        for (handle, fingerprint) in fingerprints.enumerated()
        where fingerprint != 0 && !keeps(fingerprint) {
            fingerprints[handle] = 0
            policy.remove(handle)
        }
        policy.halve()
        makeRoom(for: 0, entries: 0, onProbation: 0)
    }
}

extension EvictionPolicy {
    /// Halves the capacity. More may be here then than may be.
    fileprivate mutating func halve() {
        capacity = max(capacity / 2, 1)
        maximumCount = max(maximumCount / 2, 1)
    }
}

extension [UInt32] {
    /// Where `element` is. Looks at all: that is quicker than to look for an end.
    func place(of element: UInt32) -> Int? {
        var place = -1
        for index in indices where self[index] == element { place = index }
        return place < 0 ? nil : place
    }
}
