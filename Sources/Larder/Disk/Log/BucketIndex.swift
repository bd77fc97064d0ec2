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
        /// Entries that were dropped because they did not read as written, until their key is
        /// stored or removed: other processes may hold them for whole.
        var lost: [UInt64: IndexPlace] = [:]
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
        shard(hash).state.withLock { state in
            if !state.lost.isEmpty { state.lost[hash] = nil }
            return state.table.insert(hash, place)
        }
    }

    @discardableResult
    func remove(_ hash: UInt64) -> IndexPlace? {
        shard(hash).state.withLock { state in
            if !state.lost.isEmpty { state.lost[hash] = nil }
            return state.table.remove(hash)
        }
    }

    /// Removes what is under `hash` if it is still at `place`.
    func remove(_ hash: UInt64, at place: IndexPlace) -> Bool {
        shard(hash).state.withLock { state in
            guard let found = state.table.find(hash), found.isSame(as: place) else { return false }
            state.table.remove(hash)
            return true
        }
    }

    /// Drops what is under `hash`, if it is still at `place`, as damaged.
    func lose(_ hash: UInt64, at place: IndexPlace) -> Bool {
        shard(hash).state.withLock { state in
            guard let found = state.table.find(hash), found.isSame(as: place) else { return false }
            state.table.remove(hash)
            state.lost[hash] = place
            return true
        }
    }

    /// Where the entry under `hash` lies, be it whole or damaged.
    func findOrLost(_ hash: UInt64) -> IndexPlace? {
        shard(hash).state.withLock { $0.table.find(hash) ?? $0.lost[hash] }
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
        for shard in shards {
            shard.state.withLock { state in
                state.table.removeAll()
                state.lost = [:]
            }
        }
    }

    func removeAll(where isGone: (IndexPlace) -> Bool) {
        for shard in shards {
            shard.state.withLock { state in
                state.table.removeAll(where: isGone)
                state.lost = state.lost.filter { !isGone($0.value) }
            }
        }
    }

    var shardCount: Int { shards.count }

    /// What is in one shard, in no order.
    func elements(inShard shard: Int) -> [(hash: UInt64, place: IndexPlace)] {
        shards[shard].state.withLock { $0.table.elements }
    }

    /// What is in all shards, in no order.
    var allElements: [(hash: UInt64, place: IndexPlace)] {
        (0..<shards.count).flatMap(elements)
    }

    /// All that was dropped as damaged and may lie in the log still.
    var lost: [(hash: UInt64, place: IndexPlace)] {
        shards.flatMap { shard in
            shard.state.withLock { state in state.lost.map { ($0.key, $0.value) } }
        }
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
