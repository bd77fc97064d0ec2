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
    private let shards: IndexShards

    init(hash: UInt64) {
        self.hash = hash
        // Named buckets may be many and are small.
        shards = IndexShards(count: hash == 0 ? 16 : 1)
    }
}

extension BucketIndex {
    func find(_ hash: UInt64) -> IndexPlace? {
        shards.withShard(of: hash) { $0.table.find(hash) }
    }

    /// Makes the index say what the record `item` in `pack` says about its key.
    func apply(_ item: Seal.Item, in pack: UInt32) {
        shards.withShard(of: item.hash) { $0.apply(item, in: pack) }
    }

    /// The same for many records, in order. Each shard is locked once, and what goes to it follows
    /// each other: a memory that is waited for is then not waited for alone.
    func apply(_ items: ArraySlice<Seal.Item>, in pack: UInt32) {
        for (shard, items) in shards.grouped(items, by: \.hash).enumerated() {
            shards.withShard(shard) { state in
                for item in items { state.apply(item, in: pack) }
            }
        }
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

    private func forEachShard(_ body: (inout IndexShards.State) -> Void) {
        for shard in 0..<shards.count { shards.withShard(shard, body) }
    }

    /// Removes what is under `hash` if it is still at `place`.
    func remove(_ hash: UInt64, at place: IndexPlace) -> Bool {
        shards.withShard(of: hash) { state in
            guard let found = state.table.find(hash), found.isSame(as: place) else { return false }
            state.table.remove(hash)
            return true
        }
    }

    /// Drops what is under `hash`, if it is still at `place`, as damaged.
    func lose(_ hash: UInt64, at place: IndexPlace) -> Bool {
        shards.withShard(of: hash) { state in
            guard let found = state.table.find(hash), found.isSame(as: place) else { return false }
            state.table.remove(hash)
            state.lost[hash] = place
            return true
        }
    }

    /// Where the entry under `hash` lies, be it whole or damaged.
    func findOrLost(_ hash: UInt64) -> IndexPlace? {
        shards.withShard(of: hash) { $0.table.find(hash) ?? $0.lost[hash] }
    }

    /// Where the record under `hash` is, counted as a hit or a miss.
    func lookUp(_ hash: UInt64) -> IndexPlace? {
        shards.withShard(of: hash) { state in
            let place = state.table.find(hash)
            if place == nil { state.misses += 1 } else { state.hits += 1 }
            return place
        }
    }

    /// Says that a look-up which was counted as a hit was a miss, or did not end.
    func takeBackHit(_ hash: UInt64, isMiss: Bool) {
        shards.withShard(of: hash) { state in
            state.hits -= 1
            if isMiss { state.misses += 1 }
        }
    }

    /// Notes that the record at `place` is marked as read; returns whether it was not yet.
    func mark(_ hash: UInt64, at place: IndexPlace) -> Bool {
        shards.withShard(of: hash) { state in
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
