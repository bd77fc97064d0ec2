import Synchronization

/// The shards of a bucket's index, each behind a lock of its own.
///
/// They lie in one piece of memory that never moves, so that a look-up reaches its shard without
/// retaining it: two threads would wait for each other's writes to a count of references.
///
// Safe because the cells are made before anybody sees the pointer, live until the shards end, and
// are nothing but mutexes, which any thread may use.
struct IndexShards: ~Copyable, @unchecked Sendable {
    struct State: ~Copyable {
        var table = IndexTable()
        var hits = 0
        var misses = 0
        /// Entries that were dropped because they did not read as written, until their key is
        /// stored or removed: other processes may hold them for whole.
        var lost: [UInt64: IndexPlace] = [:]
    }

    /// A shard, and as much as keeps its lock and its neighbour's off one cache line.
    private struct Cell: ~Copyable {
        let state = Mutex(State())
        private let padding: (Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0)
    }

    /// How many there are, a power of two.
    let count: Int
    private let cells: UnsafeMutablePointer<Cell>

    init(count: Int) {
        self.count = count
        cells = .allocate(capacity: count)
        for shard in 0..<count { (cells + shard).initialize(to: Cell()) }
    }

    deinit {
        cells.deinitialize(count: count)
        cells.deallocate()
    }
}

extension IndexShards {
    /// Runs `body` on the shard of `hash` with its lock held.
    func withShard<Result>(of hash: UInt64, _ body: (inout State) -> Result) -> Result {
        withShard(Int(truncatingIfNeeded: IndexTable.spread(hash)) & (count - 1), body)
    }

    /// Runs `body` on shard `number` with its lock held.
    func withShard<Result>(_ number: Int, _ body: (inout State) -> Result) -> Result {
        cells[number].state.withLock { body(&$0) }
    }
}
