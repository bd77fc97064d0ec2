public import Synchronization

/// The shards of a cache, each behind a lock of its own.
///
/// They lie in one piece of memory that never moves, so that a hit reaches its shard without
/// retaining it: a count of references is written by every hit, and two threads would wait for
/// each other's writes.
///
// Safe because the cells are made before anybody sees the pointer, live until the array ends,
// and are nothing but mutexes, which any thread may use.
@usableFromInline
struct ShardArray<Key: Hashable & Sendable, Value: Sendable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let cells: UnsafeMutablePointer<Cell>

    @usableFromInline
    init() {
        cells = .allocate(capacity: KeyHash.shards)
        for shard in 0..<KeyHash.shards { (cells + shard).initialize(to: Cell()) }
    }

    @inlinable
    deinit {
        cells.deinitialize(count: KeyHash.shards)
        cells.deallocate()
    }

    /// A shard, and as much as keeps its lock and its neighbour's off one cache line.
    @usableFromInline
    struct Cell: ~Copyable {
        @usableFromInline let state = Mutex(MemoryShard<Key, Value>())
        private let padding: (Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0)
    }
}

extension ShardArray {
    /// Runs `body` on shard `number` with its lock held.
    @inlinable
    func withShard<Result: Sendable>(
        _ number: Int, _ body: (inout MemoryShard<Key, Value>) -> Result
    ) -> Result {
        cells[number].state.withPatientLock { body(&$0) }
    }
}
