extension MemoryCache {
    /// Removes the value of `key` and returns it, or `nil` when there was none or its lifetime was
    /// over.
    @discardableResult
    public func removeValue(for key: Key) -> Value? {
        let (removed, departures) = store.remove(key, KeyHash(key))
        defer { release(departures) }
        guard let removed = removed?.slot, removed.terms.isLive(time) else { return nil }
        return removed.value
    }

    /// Removes every entry.
    ///
    /// What the eviction policy has learnt goes too, as if the cache were new. The statistics go
    /// on.
    ///
    /// - Complexity: O(*n*). Stores wait meanwhile.
    public func removeAll() {
        release(store.removeAll())
    }

    /// Removes the entries that `condition` accepts, and forgets those that were evicted and would
    /// be found again.
    ///
    /// `condition` runs with no lock held, so it may use the cache. An entry that is stored anew
    /// after it was judged stays; one that comes during the call may not be judged. Entries are
    /// copied shard by shard: while one is, every store and removal waits, and so do its look-ups.
    ///
    /// - Complexity: O(*n*).
    public func removeAll<Failure: Error>(
        where condition: (Key, Value) throws(Failure) -> Bool
    ) throws(Failure) {
        // What is among them may be stored again, and what is stored may come to be among them.
        try forgetEvicted(where: condition)
        for shard in 0..<KeyHash.shards {
            for (hash, slot, entry) in store.entries(ofShard: shard)
            where try condition(entry.key, entry.value) {
                release(store.remove(slot, hash, ifVersion: entry.version, .removed))
            }
        }
        try forgetEvicted(where: condition)
    }

    /// Forgets those of the evicted values which `condition` accepts, so that they are not found
    /// again while they are in use elsewhere.
    package func forgetEvicted<Failure: Error>(
        where condition: (Key, Value) throws(Failure) -> Bool
    ) throws(Failure) {
        guard findsLivingValues else { return }
        for (key, value) in store.living where try condition(key, value) {
            store.forgetLiving(key, KeyHash(key))
        }
    }

    /// Evicts, in the policy's own order, until all values together cost no more than `target`.
    ///
    /// For when memory is short: the entries least worth keeping go first. The capacity stays.
    ///
    /// - Complexity: O(*k*) for *k* entries that leave. Other threads get their turn in between.
    public func trim(to target: ByteCount) {
        let most = 128
        var batches = store.statistics.entries / most + 1
        while batches > 0 {
            let (isOver, departures) = store.trim(to: target.bytes, most: most)
            release(departures)
            guard isOver else { return }
            batches -= 1
        }
    }
}
