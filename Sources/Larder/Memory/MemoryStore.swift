public import Synchronization

/// The owner of a memory cache's state: shards that find entries, and a core that decides which
/// leave.
///
/// A hit takes no lock unless it waited in vain for a writer: it reads its shard from a seat
/// (``SeatedShards``). Whatever changes the set of entries takes the core's lock, and under it
/// changes the shards one after another, each when its readers have left. So two changes never
/// interleave.
///
/// A value is copied out while its shard stays as it is, so it outlives an eviction that comes a
/// moment later. Room is made before a newcomer enters. Nothing is called meanwhile but the keys'
/// own `==`, which must not use the same cache: it would wait for a writer that waits for it. What
/// leaves is handed back, to be released by the caller when the lock is free.
@usableFromInline
final class MemoryStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let shards = SeatedShards(
        count: KeyHash.shards, seats: ReaderSeats.enough
    ) { SlotTable<Key, Value>() }
    /// The policy's clock, for hits to read without its lock.
    @usableFromInline let clock: Atomic<UInt64>
    @usableFromInline let core: Mutex<Core>

    init(policy: EvictionPolicy, living: LivingValues<Key, Value>?) {
        clock = Atomic(policy.clock.rawValue)
        core = Mutex(Core(policy: policy, living: living))
    }

    /// What only the core's lock protects.
    @usableFromInline
    struct Core {
        @usableFromInline var policy: EvictionPolicy
        @usableFromInline var contest: Contest
        @usableFromInline var elders = Elders()
        @usableFromInline var living: LivingValues<Key, Value>?
        @usableFromInline var marks = ChangeMarks()
        @usableFromInline var stores: UInt64 = 0
        @usableFromInline var insertions = 0
        @usableFromInline var refusals = 0
        var revivals = 0
        @usableFromInline var removals = RemovalCounts()
        /// What has left since the lock was taken.
        @usableFromInline var departures = Departures<Key, Value>()

        init(policy: EvictionPolicy, living: LivingValues<Key, Value>?) {
            self.policy = policy
            self.living = living
            contest = Contest(policy)
        }

        /// What uses have to know.
        @usableFromInline var clock: UseClock { UseClock(policy.clock, noting: contest) }

        /// Remembers weakly what left last.
        @usableFromInline
        mutating func rememberLast() {
            guard let last = departures.others.last ?? departures.first else { return }
            if let held = living?.remember(last) { departures.hold(held) }
        }
    }
}

extension MemoryStore {
    /// Runs `body` with the core's lock held, and hands back what left meanwhile.
    @inlinable
    func change<Result: Sendable>(
        _ body: (inout Core) -> Result
    ) -> (result: Result, departures: Departures<Key, Value>) {
        core.withPatientLock { core in
            core.policy.catchUp(to: UseClock(rawValue: clock.load(ordering: .relaxed)).now)
            let result = body(&core)
            clock.store(core.clock.rawValue, ordering: .relaxed)
            var departures = Departures<Key, Value>()
            swap(&departures, &core.departures)
            return (result, departures)
        }
    }

    /// The counters of all parts.
    var statistics: MemoryStatistics {
        core.withPatientLock { core in
            var statistics = MemoryStatistics()
            statistics.insertions = core.insertions
            statistics.refusals = core.refusals
            statistics.revivals = core.revivals
            statistics.removals = core.removals.byReason
            statistics.bytes = .bytes(core.policy.bytes)
            statistics.entries = core.policy.count
            (statistics.hits, statistics.misses) = shards.seats.counts
            return statistics
        }
    }
}
