/// Decides which entries of a cache leave when room is needed.
///
/// # The idea
///
/// Most of what enters a cache of pictures is seen once, so every newcomer goes on *probation*:
/// a first-in-first-out queue S with a share of the capacity. What reaches its end without a use
/// leaves; what was used moves to the *main* queue M. M is first-in-first-out too: what reaches
/// its end and was used since it entered goes round again, otherwise it leaves. A use therefore
/// moves nothing: it raises a small saturating count that lies with the entry (``UseMark``), and
/// the policy reads the count when the entry's turn comes. This is S3-FIFO, with three changes,
/// each an answer to how pictures are asked for:
///
/// - **The share of S adapts.** A fixed small S kills what a prefetcher fetched ahead before it
///   is shown. What left is remembered by fingerprint (``GhostList``); one asked for again soon
///   after it left S says that S is too small, one that left M says the opposite. As in ARC, the
///   step is weighed by the sizes of the two memories.
/// - **A use soon after the entry came or was used does not count.** Prefetch, display and a short
///   scroll back are one occasion, not proof of lasting interest. "Soon" is in bytes inserted
///   since: a part of S's share, the *correlation window* (Clock2Q+).
/// - **M is aware of sizes.** Each entry gets a priority on entering,
///   `H = L + (count + 1) / √cost`, where `L` is the highest priority that left so far
///   (GDSF, with a mild exponent so that the share of *bytes* found stays ahead of LRU on
///   average). M is a row of queues: for costs within a factor of four, and for entries used much
///   or little. So in each the priorities nearly rise from the old end to the young: what one
///   entry adds to `L` is at most twice another's by the cost, three times by the uses. Of the
///   queues' old ends, the one with the least `H` is next.
///
/// Queues that a use does not move know little of recency. Where that is all there is to know, LRU
/// would be far ahead. A ``Contest`` of both ways in miniature finds out; while LRU wins it, what
/// leaves is the one of the longest unused (``Elders``), and the queues, `L` and the share of S
/// wait: an `L` that rose with each that leaves would pass the ranks of what stays by more than
/// they can tell. A use therefore also leaves its time on the entry.
///
/// # The invariant
///
/// `bytes` never exceeds `capacity`, nor `count` `maximumCount`: room is made first, and only
/// then does a newcomer enter. ``checkInvariants()`` states the rest.
///
/// # The cost
///
/// Every step is O(1), the choice among the ends of M too: its queues are a fixed number. A retry
/// is paid for by a use that was counted, and the owner bounds how many one eviction may take.
///
/// # What it is not
///
/// It holds no keys, no values and no lock, and knows an entry only by its *handle*: a small
/// number that the owner chooses and that must be free. The use counts lie with the owner, where
/// a use can reach them without the policy.
///
/// Sources: S3-FIFO (Yang et al., SOSP '23); ARC (Megiddo and Modha, FAST '03); Clock2Q+ (2025);
/// GreedyDual-Size-Frequency (Cherkasova, HPL-98-69); eviction by sampled recency as in Redis.
@usableFromInline
struct EvictionPolicy: Sendable {
    /// The most bytes all entries together may cost.
    var capacity: Int

    /// The most entries there may be.
    var maximumCount: Int

    /// The capacity is at most 2²⁴ ticks, so the clock's 32 bits wrap after 256 turnovers.
    let tickShift: Int

    /// What all entries cost together.
    private(set) var bytes = 0

    /// How many entries there are.
    private(set) var count = 0

    /// The share of the room that S aims at: `p` of the literature.
    private(set) var probationShare = Self.initialShare

    private(set) var probationBytes = 0

    /// Bytes inserted so far, wrapping; where recency is followed, uses make time go on too.
    var inserted = 0

    /// `L`: the highest priority that left M.
    private(set) var inflation = Priority()

    private(set) var leftProbation = GhostList()
    private(set) var leftMain = GhostList()
    private(set) var chains = EntryChains()

    /// Whether the owner evicts what was used longest ago, and asks for no candidate as long as it
    /// knows of any such.
    @usableFromInline var followsRecency = false

    init(capacity: Int, maximumCount: Int = .max) {
        self.capacity = max(capacity, 0)
        self.maximumCount = max(maximumCount, 0)
        tickShift = max(Int.bitWidth - self.capacity.leadingZeroBitCount - 24, 0)
    }

    private static let initialShare = 0.1
    private static let shareBounds = 0.05...0.98

    /// One eviction gives at most so many entries another round before the next one must leave.
    @usableFromInline static let mostReprieves = 64
}

// MARK: - Arriving

extension EvictionPolicy {
    /// Where a newcomer goes.
    @usableFromInline
    enum Arrival: Sendable {
        case probation
        /// It was here not long ago, so it is of lasting interest.
        case main
    }

    /// Whether an entry of `cost` is kept at all. One over half the capacity would drive out too
    /// much for too little.
    @usableFromInline
    func admits(_ cost: Int) -> Bool {
        capacity > 0 && maximumCount > 0 && cost <= max(capacity / 2, 1)
    }

    /// Takes note that `fingerprint` comes, and says where it goes. Adapts the share of S.
    @usableFromInline
    mutating func greet(_ fingerprint: UInt32, cost: Int) -> Arrival {
        let fromProbation = Double(leftProbation.weight)
        let fromMain = Double(leftMain.weight)
        if leftProbation.take(fingerprint) {
            adapt(by: Double(cost) * (fromMain / fromProbation).clamped(to: 1...8))
            return .main
        }
        if leftMain.take(fingerprint) {
            adapt(by: -Double(cost) * (fromProbation / fromMain).clamped(to: 1...8))
            return .main
        }
        return .probation
    }

    private mutating func adapt(by bytes: Double) {
        if followsRecency { return }
        let share = probationShare + bytes / Double(max(room, 1))
        probationShare = share.clamped(to: Self.shareBounds)
    }

    /// Enters an entry that ``greet(_:cost:)`` and ``needsRoom(for:entries:)`` have cleared.
    @usableFromInline
    mutating func add(_ handle: Handle, cost: Int, as arrival: Arrival) {
        bytes += cost
        count += 1
        inserted &+= cost
        switch arrival {
        case .probation: enterProbation(handle, cost: cost)
        case .main: enterMain(handle, cost: cost, uses: arrival.uses)
        }
    }

    private mutating func enterProbation(_ handle: Handle, cost: Int) {
        probationBytes += cost
        chains.push(handle, EntryChains.Node(cost: cost, queue: .probation))
    }

    private mutating func enterMain(_ handle: Handle, cost: Int, uses: UInt8) {
        var node = EntryChains.Node(cost: cost, queue: .main(forCost: cost, uses: uses))
        node.usesOnEntry = uses
        node.priority = inflation.raised(uses: uses, cost: cost)
        chains.push(handle, node)
    }
}

extension EvictionPolicy.Arrival {
    /// The use count an entry starts with.
    var uses: UInt8 {
        switch self {
        case .probation: 0
        case .main: 1
        }
    }
}

// MARK: - Leaving

extension EvictionPolicy {
    /// Whether something must leave before `cost` more bytes in `entries` more entries fit.
    @usableFromInline
    func needsRoom(for cost: Int, entries: Int) -> Bool {
        bytes > capacity - cost || count > maximumCount - entries
    }

    /// The entry whose turn it is, or `nil` when there is none.
    ///
    /// - Parameters:
    ///   - probation: the bytes that are about to enter S.
    ///   - room: the bytes to divide between S and M; ``room`` unless less is to remain.
    @usableFromInline
    func candidate(arrivingOnProbation probation: Int, room: Int) -> Handle? {
        let target = Int(probationShare * Double(room))
        let isProbationOver = probationBytes > target - probation
        if isProbationOver, let tail = chains.tail(of: .probation) { return tail }
        return chains.mainTailOfLeastPriority ?? chains.tail(of: .probation)
    }

    /// What becomes of a candidate.
    @usableFromInline
    enum Verdict: Equatable {
        /// It left, and is remembered.
        case evicted
        /// It is in M now, with this use count.
        case kept(uses: UInt8)
    }

    /// Decides about the entry `handle`, whose count of uses is `uses`.
    ///
    /// - Parameter isFinal: whether it must leave however often it was used.
    @usableFromInline
    mutating func judge(
        _ handle: Handle, uses: UInt8, fingerprint: UInt32, isFinal: Bool
    ) -> Verdict {
        let node = chains.pop(handle)
        let isOnProbation = node.queue == .probation
        if isOnProbation { probationBytes -= node.cost }
        let uncounted = isOnProbation ? 0 : node.usesOnEntry
        if uses > uncounted, !isFinal {
            let kept = isOnProbation ? uses : (uses + 1) / 2
            enterMain(handle, cost: node.cost, uses: kept)
            return .kept(uses: kept)
        }
        bytes -= node.cost
        count -= 1
        remember(node, fingerprint)
        return .evicted
    }

    private mutating func remember(_ node: EntryChains.Node, _ fingerprint: UInt32) {
        let ghost = GhostList.Ghost(fingerprint: fingerprint, weight: max(ticks(node.cost), 1))
        let limit = max(count, GhostList.leastLimit)
        if node.queue == .probation {
            leftProbation.add(ghost, limit: limit)
        } else {
            if !followsRecency { inflation = max(inflation, node.priority) }
            leftMain.add(ghost, limit: limit)
        }
    }

    /// Takes out an entry that its owner removes. It is not remembered.
    @usableFromInline
    mutating func remove(_ handle: Handle) {
        let node = chains.pop(handle)
        if node.queue == .probation { probationBytes -= node.cost }
        bytes -= node.cost
        count -= 1
    }

    /// Forgets everything, also what left and what was learnt.
    mutating func removeAll() {
        self = EvictionPolicy(capacity: capacity, maximumCount: maximumCount)
    }
}

// MARK: - Changing the cost of an entry

extension EvictionPolicy {
    /// What the entry `handle` costs.
    @usableFromInline
    func cost(of handle: Handle) -> Int { chains[handle].cost }

    /// Takes an entry out of its queue, so that no eviction meets it while room for its growth is
    /// made. It still counts; ``settle(_:_:cost:)`` must follow.
    @usableFromInline
    mutating func lift(_ handle: Handle) -> Lifted {
        let node = chains.pop(handle)
        if node.queue == .probation { probationBytes -= node.cost }
        return Lifted(node: node)
    }

    /// Puts a lifted entry at the head of its queue with a new cost.
    @usableFromInline
    mutating func settle(_ handle: Handle, _ lifted: Lifted, cost: Int) {
        bytes += cost - lifted.node.cost
        inserted &+= cost
        if lifted.isOnProbation {
            enterProbation(handle, cost: cost)
        } else {
            enterMain(handle, cost: cost, uses: lifted.node.usesOnEntry)
        }
    }

    /// An entry between ``lift(_:)`` and ``settle(_:_:cost:)``.
    @usableFromInline
    struct Lifted {
        fileprivate let node: EntryChains.Node

        @usableFromInline var isOnProbation: Bool { node.queue == .probation }
    }
}

extension Comparable {
    fileprivate func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}
