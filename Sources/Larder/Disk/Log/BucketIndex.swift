import Synchronization

/// The entries of one bucket: a table in shards, each with a lock of its own, so that two
/// threads' look-ups seldom meet.
final class BucketIndex: Sendable {
    struct Counts: Sendable, Hashable {
        var entries = 0
        var recordBytes = 0
        var hits = 0
        var misses = 0
    }

    /// The bucket's name in records; 0 for the entries of no bucket.
    let hash: UInt64
    private let shards: ShardArray<IndexShard>
    private let seed = IndexTable.seed

    init(hash: UInt64) {
        self.hash = hash
        // Named buckets may be many and are small.
        shards = ShardArray(count: hash == 0 ? 16 : 1) { IndexShard() }
    }
}

extension BucketIndex {
    /// The number of the shard of `hash`.
    private func shard(_ hash: UInt64) -> Int {
        shard(ofSpread: IndexTable.spread(hash, by: seed))
    }

    private func shard(ofSpread spread: UInt64) -> Int {
        Int(truncatingIfNeeded: spread) & (shards.count &- 1)
    }

    private func withShard<Result: Sendable>(
        of hash: UInt64, _ body: (inout IndexShard) -> Result
    ) -> Result {
        shards.withShard(shard(hash), body)
    }

    private func forEachShard(_ body: (inout IndexShard) -> Void) {
        for shard in 0..<shards.count { shards.withShard(shard, body) }
    }

    func find(_ hash: UInt64) -> IndexPlace? {
        withShard(of: hash) { $0.table.find(hash) }
    }

    /// Makes the index say what the record `item` in `pack` says about its key.
    func apply(_ item: Seal.Item, in pack: UInt32) {
        withShard(of: item.hash) { $0.apply(item, in: pack) }
    }

    /// The same for many records, in order. Each shard is locked once, and what goes to it follows
    /// each other: a memory that is waited for is then not waited for alone.
    func apply(_ items: ArraySlice<Seal.Item>, in pack: UInt32) {
        for (shard, items) in grouped(items).enumerated() {
            shards.withShard(shard) { state in
                for item in items { state.apply(item, in: pack) }
            }
        }
    }

    /// `items` by shard, in order.
    private func grouped(_ items: ArraySlice<Seal.Item>) -> [ArraySlice<Seal.Item>] {
        var ends = [Int](repeating: 0, count: shards.count)
        for item in items { ends[shard(item.hash)] += 1 }
        var sum = 0
        for shard in ends.indices {
            (ends[shard], sum) = (sum, sum + ends[shard])
        }
        let starts = ends
        let sorted = [Seal.Item](unsafeUninitializedCapacity: items.count) { buffer, initialized in
            for item in items {
                let shard = shard(item.hash)
                buffer.initializeElement(at: ends[shard], to: item)
                ends[shard] += 1
            }
            initialized = items.count
        }
        return zip(starts, ends).map { sorted[$0..<$1] }
    }

    /// Makes room for `count` entries.
    func reserve(_ count: Int) {
        // They are not spread evenly.
        let share = count / shards.count
        forEachShard { $0.table.reserve(share + share / 32) }
    }

    /// Gives back what ``reserve(_:)`` took and was not needed.
    func fit() {
        forEachShard { $0.table.fit() }
    }

    /// Removes what is under `hash` if it is still at `place`.
    func remove(_ hash: UInt64, at place: IndexPlace) -> Bool {
        withShard(of: hash) { state in
            guard let found = state.table.find(hash), found.isSame(as: place) else { return false }
            state.table.remove(hash)
            return true
        }
    }

    /// Drops what is under `hash`, if it is still at `place`, as damaged.
    func lose(_ hash: UInt64, at place: IndexPlace) -> Bool {
        withShard(of: hash) { state in
            guard let found = state.table.find(hash), found.isSame(as: place) else { return false }
            state.table.remove(hash)
            state.lost[hash] = place
            return true
        }
    }

    /// Where the entry under `hash` lies, be it whole or damaged.
    func findOrLost(_ hash: UInt64) -> IndexPlace? {
        withShard(of: hash) { $0.table.find(hash) ?? $0.lost[hash] }
    }

    /// Where the record under `hash` is, counted as a hit or a miss, and whether to ask for the
    /// time: at each hit, and at few misses, since they are over sooner.
    func lookUp(_ hash: UInt64) -> (place: IndexPlace?, isAsking: Bool) {
        let spread = IndexTable.spread(hash, by: seed)
        return shards.withShard(shard(ofSpread: spread)) { state in
            if let place = state.table.find(hash, spread: spread) {
                state.hits += 1
                return (place, true)
            }
            state.misses += 1
            return (nil, state.misses & 15 == 0)
        }
    }

    /// Says that a look-up which was counted as a hit was a miss, or did not end.
    func takeBackHit(_ hash: UInt64, isMiss: Bool) {
        withShard(of: hash) { state in
            state.hits -= 1
            if isMiss { state.misses += 1 }
        }
    }

    /// Notes that the record at `place` is marked as read; returns whether it was not yet.
    func mark(_ hash: UInt64, at place: IndexPlace) -> Bool {
        withShard(of: hash) { state in
            guard var found = state.table.find(hash), found.isSame(as: place), !found.isMarked
            else { return false }
            found.isMarked = true
            state.table.insert(hash, found)
            return true
        }
    }

    func removeAll() {
        forEachShard { state in
            state.table.removeAll()
            state.lost = [:]
        }
    }

    func removeAll(where isGone: (IndexPlace) -> Bool) {
        forEachShard { state in
            state.table.removeAll(where: isGone)
            state.lost = state.lost.filter { !isGone($0.value) }
        }
    }

    var shardCount: Int { shards.count }

    /// What is in one shard, in no order.
    func elements(inShard shard: Int) -> [(hash: UInt64, place: IndexPlace)] {
        shards.withShard(shard) { $0.table.elements }
    }

    /// What is in all shards, in no order.
    var allElements: [(hash: UInt64, place: IndexPlace)] {
        (0..<shards.count).flatMap(elements)
    }

    /// All that was dropped as damaged and may lie in the log still.
    var lost: [(hash: UInt64, place: IndexPlace)] {
        (0..<shards.count).flatMap { shard in
            shards.withShard(shard) { state in state.lost.map { ($0.key, $0.value) } }
        }
    }

    var counts: Counts {
        var counts = Counts()
        forEachShard { state in
            counts.entries += state.table.count
            counts.recordBytes += state.table.recordBytes
            counts.hits += state.hits
            counts.misses += state.misses
        }
        return counts
    }
}
