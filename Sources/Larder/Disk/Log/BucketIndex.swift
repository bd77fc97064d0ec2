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

    private struct State {
        var table = IndexTable()
        var hits = 0
        var misses = 0
    }

    private final class Shard: Sendable {
        let state = Mutex(State())
    }

    /// The bucket's name in records; 0 for the entries of no bucket.
    let hash: UInt64
    private let shards: [Shard]

    init(hash: UInt64) {
        self.hash = hash
        // Named buckets may be many and are small.
        shards = (0..<(hash == 0 ? 16 : 1)).map { _ in Shard() }
    }
}

extension BucketIndex {
    private func shard(_ hash: UInt64) -> Shard {
        shards[Int(truncatingIfNeeded: IndexTable.spread(hash) >> 56) & (shards.count - 1)]
    }

    func find(_ hash: UInt64) -> IndexPlace? {
        shard(hash).state.withLock { $0.table.find(hash) }
    }

    @discardableResult
    func insert(_ hash: UInt64, _ place: IndexPlace) -> IndexPlace? {
        shard(hash).state.withLock { $0.table.insert(hash, place) }
    }

    @discardableResult
    func remove(_ hash: UInt64) -> IndexPlace? {
        shard(hash).state.withLock { $0.table.remove(hash) }
    }

    /// Removes what is under `hash` if it is still at `place`.
    func remove(_ hash: UInt64, at place: IndexPlace) -> Bool {
        shard(hash).state.withLock { state in
            guard let found = state.table.find(hash), found.isSame(as: place) else { return false }
            state.table.remove(hash)
            return true
        }
    }

    /// Notes that `hash` was looked up.
    func count(hit: Bool, _ hash: UInt64) {
        shard(hash).state.withLock { state in
            if hit { state.hits += 1 } else { state.misses += 1 }
        }
    }

    /// Notes a hit on the record at `place`; returns whether its read mark is still to be set.
    func countHit(_ hash: UInt64, at place: IndexPlace) -> Bool {
        shard(hash).state.withLock { state in
            state.hits += 1
            guard !place.isMarked, var found = state.table.find(hash), found.isSame(as: place),
                !found.isMarked
            else { return false }
            found.isMarked = true
            state.table.insert(hash, found)
            return true
        }
    }

    func removeAll() {
        for shard in shards { shard.state.withLock { $0.table.removeAll() } }
    }

    func removeAll(where isGone: (IndexPlace) -> Bool) {
        for shard in shards { shard.state.withLock { $0.table.removeAll(where: isGone) } }
    }

    var shardCount: Int { shards.count }

    /// What is in one shard, in no order.
    func elements(inShard shard: Int) -> [(hash: UInt64, place: IndexPlace)] {
        shards[shard].state.withLock { $0.table.elements }
    }

    var counts: Counts {
        shards.reduce(into: Counts()) { counts, shard in
            shard.state.withLock { state in
                counts.entries += state.table.count
                counts.recordBytes += state.table.recordBytes
                counts.hits += state.hits
                counts.misses += state.misses
            }
        }
    }
}
