public import Synchronization

/// The owner of a memory cache's state: shards that find entries, and a core that decides which
/// leave.
///
/// A hit takes the lock of its shard and no other. Whatever changes the set of entries takes the
/// core's lock first, and under it the shards' one at a time:
///
///     hit:     shard
///     insert:  core → shard of the key → core → shard of each candidate → … → shard of the key
///
/// So two changes never interleave, and no order among shards is needed. A value is copied out
/// under its shard's lock, so it outlives an eviction that comes a moment later. Room is made
/// before a newcomer enters. Nothing is called under a lock but the keys' own `==`, and what
/// leaves is handed back, to be released by the caller when all locks are free.
@usableFromInline
final class MemoryStore<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let shards = ShardArray(count: KeyHash.shards) { MemoryShard<Key, Value>() }
    @usableFromInline let core: Mutex<Core>
    /// The policy's clock, for hits to read without its lock.
    @usableFromInline let clock: Atomic<UInt64>

    init(policy: EvictionPolicy, living: LivingValues<Key, Value>?) {
        clock = Atomic(policy.clock.packed)
        core = Mutex(Core(policy: policy, living: living))
    }

    /// What only the core's lock protects.
    @usableFromInline
    struct Core {
        @usableFromInline var policy: EvictionPolicy
        @usableFromInline var living: LivingValues<Key, Value>?
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
        }

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
            let result = body(&core)
            clock.store(core.policy.clock.packed, ordering: .relaxed)
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
            for shard in 0..<KeyHash.shards {
                let (hits, misses) = shards.withShard(shard) { ($0.hits, $0.misses) }
                statistics.hits += hits
                statistics.misses += misses
            }
            return statistics
        }
    }
}

extension UseClock {
    /// Both numbers in one word, so that a reader never sees one without the other.
    @usableFromInline var packed: UInt64 { UInt64(now) << 32 | UInt64(window) }

    @inlinable
    init(packed: UInt64) {
        self.init(
            now: UInt32(truncatingIfNeeded: packed &>> 32),
            window: UInt32(truncatingIfNeeded: packed))
    }
}
