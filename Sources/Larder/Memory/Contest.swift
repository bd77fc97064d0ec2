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
/// Both see the same requests: stores, and uses that changed a mark, as far as seats kept notes of
/// them. Neither holds more than ``mostEntries``: when one does, half of the keys are dropped from
/// both, and their capacity is halved. What has come to be too large for them has no say, so when
/// all is, the owner begins anew (``isOutgrown``).
///
/// # The cost
///
/// A request of a sampled key is one of two small caches each; of a large cache's requests that is
/// one in many.
///
/// Sources: SHARDS (Waldspurger et al., FAST '15); Cache Modeling and Optimization using Miniature
/// Simulations (Waldspurger et al., ATC '17).
@usableFromInline
struct Contest: Sendable {
    private(set) var own: Miniature
    private(set) var recency: RecentKeys

    /// One key in 2 to the power of this is watched.
    @usableFromInline private(set) var thinning: UInt32 = 0

    /// By how many misses for each entry recency is ahead, those of long ago counting less. It
    /// begins behind, so that a first impression does not decide.
    private var lead = -Self.edge

    /// Whether to evict what was used longest ago.
    @usableFromInline private(set) var prefersRecency = false

    /// How many requests of watched keys in a row were too large for the miniatures.
    private var refusals = 0

    @usableFromInline init(_ policy: EvictionPolicy) {
        own = Miniature(policy)
        recency = RecentKeys(policy)
    }

    /// With few, chance is taken for a lead.
    static let mostEntries = 512
    /// With fewer in a row, some large entries among small ones would begin it anew.
    private static let mostRefusals = 32
    /// A lead that counts.
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
        guard watches(fingerprint), fingerprint != 0 else { return }
        guard own.policy.admits(cost) else {
            refusals += 1
            return
        }
        refusals = 0
        let ownMisses = own.request(fingerprint, cost: cost) ? 0.0 : 1
        let recencyMisses = recency.request(fingerprint, cost: cost) ? 0.0 : 1
        guard ownMisses + recencyMisses > 0 else { return }
        let turnover = Double(max(own.policy.count, 32))
        lead *= 1 - (ownMisses + recencyMisses) / (2 * Self.memory * turnover)
        lead += (ownMisses - recencyMisses) / turnover
        prefersRecency = lead > (prefersRecency ? 0 : Self.edge)
        if max(own.policy.count, recency.fingerprints.count) >= Self.mostEntries { thin() }
    }

    /// Whether the entries have become so large that the miniatures admit none of them.
    @usableFromInline var isOutgrown: Bool { thinning > 0 && refusals >= Self.mostRefusals }

    private mutating func thin() {
        thinning += 1
        let thinning = thinning
        own.halve { $0 & (1 << thinning &- 1) == 0 }
        recency.halve { $0 & (1 << thinning &- 1) == 0 }
        lead = -Self.edge
    }
}
