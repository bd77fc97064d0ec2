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
    /// The number of the shard of `hash`.
    func number(_ hash: UInt64) -> Int {
        Int(truncatingIfNeeded: IndexTable.spread(hash)) & (count - 1)
    }

    /// Runs `body` on the shard of `hash` with its lock held.
    func withShard<Result>(of hash: UInt64, _ body: (inout State) -> Result) -> Result {
        withShard(number(hash), body)
    }

    /// Runs `body` on shard `number` with its lock held.
    func withShard<Result>(_ number: Int, _ body: (inout State) -> Result) -> Result {
        cells[number].state.withLock { body(&$0) }
    }
}

extension IndexShards {
    /// The elements of `items` by shard, in order.
    func grouped<Item>(
        _ items: ArraySlice<Item>, by hash: (Item) -> UInt64
    ) -> [ArraySlice<Item>] {
        var ends = [Int](repeating: 0, count: count)
        for item in items { ends[number(hash(item))] += 1 }
        var sum = 0
        for shard in ends.indices {
            (ends[shard], sum) = (sum, sum + ends[shard])
        }
        let starts = ends
        let sorted = [Item](unsafeUninitializedCapacity: items.count) { buffer, initialized in
            for item in items {
                let shard = number(hash(item))
                buffer.initializeElement(at: ends[shard], to: item)
                ends[shard] += 1
            }
            initialized = items.count
        }
        return zip(starts, ends).map { sorted[$0..<$1] }
    }
}

extension IndexShards.State {
    /// Makes the table say what the record `item` in `pack` says about its key.
    mutating func apply(_ item: Seal.Item, in pack: UInt32) {
        if !lost.isEmpty { lost[item.hash] = nil }
        if item.kind == .removal {
            table.remove(item.hash)
        } else {
            table.insert(
                item.hash,
                IndexPlace(
                    Address(pack: pack, offset: item.offset), length: item.length,
                    isLarge: item.kind == .large))
        }
    }
}
