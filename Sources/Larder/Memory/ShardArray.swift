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
    @usableFromInline typealias Cell = Mutex<MemoryShard<Key, Value>>

    @usableFromInline let memory: UnsafeMutableRawPointer

    @usableFromInline
    init() {
        memory = .allocate(byteCount: KeyHash.shards * Self.stride, alignment: Self.lines)
        for shard in 0..<KeyHash.shards { cell(shard).initialize(to: Mutex(MemoryShard())) }
    }

    @inlinable
    deinit {
        for shard in 0..<KeyHash.shards { cell(shard).deinitialize(count: 1) }
        memory.deallocate()
    }
}

extension ShardArray {
    /// Two cache lines, which processors fetch together.
    @inlinable static var lines: Int { 128 }

    /// From cell to cell: each begins a cache line, and shares none with its neighbour.
    @inlinable static var stride: Int { (MemoryLayout<Cell>.size + lines - 1) & ~(lines - 1) }

    @inlinable
    func cell(_ number: Int) -> UnsafeMutablePointer<Cell> {
        (memory + number &* Self.stride).assumingMemoryBound(to: Cell.self)
    }
}

extension ShardArray {
    /// Runs `body` on shard `number` with its lock held.
    @inlinable
    func withShard<Result: Sendable>(
        _ number: Int, _ body: (inout MemoryShard<Key, Value>) -> Result
    ) -> Result {
        cell(number).pointee.withPatientLock { body(&$0) }
    }
}
