extension MemoryCache {
    /// The value of `key`, or `nil` when there is none or its lifetime is over.
    ///
    /// Counts as a use and as a hit or a miss. Takes no lock and allocates nothing; waits only
    /// while another thread changes the part of the entries that this one is in, and takes the lock
    /// of stores if that lasts. Reads the clock only if the entry has a lifetime that ends.
    @inlinable
    public func value(for key: Key) -> Value? {
        let hash = KeyHash(key)
        switch store.use(key, hash) {
        case .value(let value): return value
        case .timed(let timed): return use(timed, key, hash)
        case .nothing: return livingValue(for: key, hash)
        }
    }

    /// The value of `key`, without counting as a use, a hit or a miss.
    public func peek(_ key: Key) -> Value? {
        guard let entry = store.peek(key, KeyHash(key)), entry.terms.isLive(time) else {
            return nil
        }
        return entry.value
    }

    /// Whether `key` has a value whose lifetime is not over. Counts as nothing.
    public func contains(_ key: Key) -> Bool {
        peek(key) != nil
    }

    /// The keys of all live entries, in no order.
    ///
    /// Shards are read one after another: a key that comes or goes meanwhile may be in it or not.
    /// While one is copied, every store and removal waits, and so do its look-ups.
    ///
    /// - Complexity: O(*n*), and a copy of every key.
    public var keys: [Key] {
        var keys: [Key] = []
        for shard in 0..<KeyHash.shards {
            for (_, _, entry) in store.entries(ofShard: shard) where entry.terms.isLive(time) {
                keys.append(entry.key)
            }
        }
        return keys
    }

    /// What happened so far, and what is held.
    ///
    /// - Complexity: O(1). Takes the lock of stores once, and reads the counters of all seats.
    public var statistics: MemoryStatistics { store.statistics }
}

extension MemoryCache {
    @usableFromInline
    func use(_ timed: TimedValue<Value>, _ key: Key, _ hash: KeyHash) -> Value? {
        guard timed.terms.isLive(time) else {
            store.countMiss()
            release(store.remove(timed.slot, hash, ifVersion: timed.version, .expired))
            return nil
        }
        store.confirm(timed, hash, deadline: timed.terms.slidDeadline(time))
        return timed.value
    }

    /// The value of `key` if it was evicted and is still in use elsewhere; then it is stored anew.
    @usableFromInline
    func livingValue(for key: Key, _ hash: KeyHash) -> Value? {
        guard findsLivingValues, let found = store.revive(key, hash) else { return nil }
        guard found.terms.isLive(time) else { return nil }
        let newcomer = newcomer(found.value, key, hash, terms: found.terms)
        release(store.store(newcomer, .ifAbsentStill(since: found.mark)).departures)
        onRevival?(key, found.value)
        return found.value
    }
}
