import Synchronization

/// The shards of an index, each behind a lock of its own.
///
/// They lie in one piece of memory that never moves, so that a look-up reaches its shard without
/// retaining it: a count of references is written by every look-up, and two threads would wait for
/// each other's writes.
///
// Safe because the cells are made before anybody sees the pointer, live until the array ends,
// and are nothing but mutexes, which any thread may use.
struct ShardArray<Shard: ~Copyable>: ~Copyable, @unchecked Sendable {
    typealias Cell = Mutex<Shard>

    let memory: UnsafeMutableRawPointer
    let count: Int

    /// Makes `count` shards, each by `make`.
    init(count: Int, _ make: () -> sending Shard) {
        self.count = count
        memory = .allocate(byteCount: count * Self.stride, alignment: Self.lines)
        for shard in 0..<count { cell(shard).initialize(to: Mutex(make())) }
    }

    deinit {
        for shard in 0..<count { cell(shard).deinitialize(count: 1) }
        memory.deallocate()
    }
}

extension ShardArray where Shard: ~Copyable {
    /// Two cache lines, which processors fetch together.
    static var lines: Int { 128 }

    /// From cell to cell: each begins a cache line, and shares none with its neighbour.
    static var stride: Int { (MemoryLayout<Cell>.size + lines - 1) & ~(lines - 1) }

    func cell(_ number: Int) -> UnsafeMutablePointer<Cell> {
        (memory + number &* Self.stride).assumingMemoryBound(to: Cell.self)
    }
}

extension ShardArray where Shard: ~Copyable {
    /// Runs `body` on shard `number` with its lock held.
    func withShard<Result: Sendable>(
        _ number: Int, _ body: (inout Shard) -> Result
    ) -> Result {
        cell(number).pointee.withPatientLock { body(&$0) }
    }
}
