public import Synchronization

extension MemoryStore {
    /// Looks up `key` and counts the use.
    @inlinable
    func use(_ key: Key, _ hash: KeyHash) -> MemoryShard<Key, Value>.Found {
        let clock = UseClock(packed: clock.load(ordering: .relaxed))
        return shards.withShard(hash.shard) { $0.use(key, hash, at: clock) }
    }

    /// What the entry of `key` is, the clock not asked. Counts the use if it need not be; a miss is
    /// not counted.
    func useEntry(_ key: Key, _ hash: KeyHash) -> TimedValue<Value>? {
        let clock = UseClock(packed: clock.load(ordering: .relaxed))
        return shards.withShard(hash.shard) { $0.useEntry(key, hash, at: clock) }
    }

    /// What the entry of `key` is, the clock not asked. Leaves no trace.
    func peek(_ key: Key, _ hash: KeyHash) -> TimedValue<Value>? {
        shards.withShard(hash.shard) { $0.peek(key, hash) }
    }

    /// Counts the use of a timed value that proved live.
    func confirm(_ timed: TimedValue<Value>, _ hash: KeyHash, deadline: Int64?) {
        let clock = UseClock(packed: clock.load(ordering: .relaxed))
        shards.withShard(hash.shard) { $0.confirm(timed, hash, at: clock, deadline: deadline) }
    }

    /// Counts a look-up that found nothing of use.
    func countMiss(_ hash: KeyHash) {
        shards.withShard(hash.shard) { $0.misses &+= 1 }
    }

    /// A copy of every entry of a shard, and where it lies.
    func entries(ofShard number: Int) -> [(hash: KeyHash, slot: Int, entry: Slot<Key, Value>)] {
        let entries = shards.withShard(number) { $0.table.entries() }
        return entries.map { (KeyHash(tag: $0.slot.tag, shard: number), $0.number, $0.slot) }
    }
}
