/// A small cache of nothing but fingerprints, to see what a policy would find.
struct Miniature: Sendable {
    private(set) var policy: EvictionPolicy
    private let evictsByRecency: Bool
    private var handles: [UInt32: Handle] = [:]
    private var entries: [Entry] = []
    private var vacant: [Handle] = []

    private struct Entry {
        var fingerprint: UInt32
        var mark: UseMark
    }

    /// Makes one that begins as `policy` did: empty.
    ///
    /// - Parameter evictsByRecency: whether what was used longest ago leaves, instead of what
    ///   `policy` says.
    init(_ policy: EvictionPolicy, evictsByRecency: Bool) {
        self.policy = EvictionPolicy(
            capacity: policy.capacity, maximumCount: policy.maximumCount)
        self.evictsByRecency = evictsByRecency
    }
}

extension Miniature {
    var count: Int { policy.count }

    var fingerprints: Set<UInt32> { Set(handles.keys) }

    /// Uses what `fingerprint` stands for if it is here, else stores it. Returns whether it was.
    mutating func request(_ fingerprint: UInt32, cost: Int) -> Bool {
        if let handle = handles[fingerprint] {
            use(handle)
            return true
        }
        guard policy.admits(cost) else { return false }
        let arrival = evictsByRecency ? .probation : policy.greet(fingerprint, cost: cost)
        makeRoom(for: cost, onProbation: arrival == .probation ? cost : 0)
        let entry = Entry(fingerprint: fingerprint, mark: UseMark(arrival, at: policy.now))
        let handle = place(entry)
        handles[fingerprint] = handle
        policy.add(handle, cost: cost, as: arrival)
        return false
    }

    /// To evict by recency, the queue of what is on probation is all there is, and a use moves the
    /// entry to its young end.
    private mutating func use(_ handle: Handle) {
        if evictsByRecency {
            let cost = policy.cost(of: handle)
            policy.settle(handle, policy.lift(handle), cost: cost)
        } else {
            entries[handle].mark = entries[handle].mark.used(at: policy.clock)
        }
    }

    private mutating func place(_ entry: Entry) -> Handle {
        if let handle = vacant.popLast() {
            entries[handle] = entry
            return handle
        }
        entries.append(entry)
        return entries.count - 1
    }

    private mutating func makeRoom(for cost: Int, onProbation: Int, entries count: Int = 1) {
        var reprieves = 0
        while policy.needsRoom(for: cost, entries: count),
            let handle = policy.candidate(arrivingOnProbation: onProbation, room: policy.room)
        {
            let entry = entries[handle]
            let verdict = policy.judge(
                handle, uses: entry.mark.uses, fingerprint: entry.fingerprint,
                isFinal: evictsByRecency || reprieves == EvictionPolicy.mostReprieves)
            switch verdict {
            case .evicted:
                handles[entry.fingerprint] = nil
                vacant.append(handle)
                reprieves = 0
            case .kept(let uses):
                entries[handle].mark = entry.mark.kept(uses: uses)
                reprieves += 1
            }
        }
    }

    /// Drops what `keeps` does not keep, about half, and halves the capacity.
    mutating func halve(keeping keeps: (UInt32) -> Bool) {
        for (fingerprint, handle) in handles where !keeps(fingerprint) {
            handles[fingerprint] = nil
            policy.remove(handle)
            vacant.append(handle)
        }
        policy.halve()
        makeRoom(for: 0, onProbation: 0, entries: 0)
    }
}

extension EvictionPolicy {
    /// Halves the capacity. More may be here then than may be.
    fileprivate mutating func halve() {
        capacity = max(capacity / 2, 1)
        maximumCount = max(maximumCount / 2, 1)
    }
}
