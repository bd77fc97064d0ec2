/// Finds out which of two ways would find more: the policy's own, or to evict what was used longest
/// ago.
///
/// # The idea
///
/// A policy whose queues a use does not move can be far behind LRU where recency is all there is
/// to know. So both ways are tried in miniature, on the keys whose hash ends in enough zeros, with
/// the same share of the capacity: sampled so, a cache a thousandth of the size finds nearly what
/// the large one does. What counts is how many misses the one has that the other has not, over
/// some turnovers.
///
/// # The invariant
///
/// Both see the same requests. Neither holds more than ``mostEntries``: when they would, half of
/// the keys are dropped from both, and their capacity is halved.
///
/// # The cost
///
/// A request of a sampled key is one of two small caches each; of a large cache's requests that is
/// one in hundreds. About 70 KB.
///
/// Sources: SHARDS (Waldspurger et al., FAST '15); Cache Modeling and Optimization using Miniature
/// Simulations (Waldspurger et al., ATC '17).
@usableFromInline
struct Contest: Sendable {
    private(set) var own: Miniature
    private(set) var recency: Miniature

    /// One key in 2 to the power of this is watched.
    @usableFromInline private(set) var thinning: UInt32 = 0

    /// By how many misses recency is ahead, those of long ago counting less.
    private var lead = 0.0

    /// Whether to evict what was used longest ago.
    @usableFromInline private(set) var prefersRecency = false

    init(_ policy: EvictionPolicy) {
        own = Miniature(policy, evictsByRecency: false)
        recency = Miniature(policy, evictsByRecency: true)
    }

    static let mostEntries = 512
    /// A lead of this many misses for each entry counts.
    private static let edge = 0.08
    /// After this many turnovers a lead is worth a third.
    private static let memory = 16.0
}

extension Contest {
    /// Whether the key of `fingerprint` is one that is watched.
    @usableFromInline
    func watches(_ fingerprint: UInt32) -> Bool {
        fingerprint & (1 << thinning &- 1) == 0
    }

    /// Takes note of a request.
    @usableFromInline
    mutating func note(_ fingerprint: UInt32, cost: Int) {
        guard watches(fingerprint) else { return }
        let ownMisses = own.request(fingerprint, cost: cost) ? 0.0 : 1
        let recencyMisses = recency.request(fingerprint, cost: cost) ? 0.0 : 1
        guard ownMisses + recencyMisses > 0 else { return }
        let turnover = Double(max(own.count, 32))
        lead *= 1 - (ownMisses + recencyMisses) / (2 * Self.memory * turnover)
        lead += ownMisses - recencyMisses
        prefersRecency = lead > (prefersRecency ? 0 : Self.edge * turnover)
        if max(own.count, recency.count) > Self.mostEntries { thin() }
    }

    private mutating func thin() {
        thinning += 1
        let thinning = thinning
        own.halve { $0 & (1 << thinning &- 1) == 0 }
        recency.halve { $0 & (1 << thinning &- 1) == 0 }
        lead /= 2
    }
}
