public import Synchronization

/// The shards of an index that many read and one at a time changes.
///
/// A reader writes no memory that other readers want: no lock, no count. It takes a seat of its own
/// and says there which shard it reads. A writer marks the shard as changing, and then waits until
/// nobody is seated at it:
///
///     reader:  seat ← shard;      is shard changing?    read    seat ← free
///     writer:  shard ← changing;  is anybody seated?    change  shard ← still
///
/// Both steps of each are sequentially consistent, so of two that meet one at least sees the other;
/// the reader is the one who leaves. A writer changes a shard for a moment, and readers of the
/// other shards do not notice. Writers must exclude each other by a lock of their own, and need
/// none of this to read.
///
/// A reader that has lost its core keeps the writer waiting, who holds that lock meanwhile, so all
/// other writers too. A lock lends its holder the priority of who waits; a seat lends none: the
/// writer looks again, at first at once, then giving way, then sleeping in between.
///
// Safe because a shard is only changed while nobody reads it, by the one writer, and the shards
// are made before anybody sees the pointer and live until the array ends.
@usableFromInline
struct SeatedShards<Shard: ~Copyable>: ~Copyable, @unchecked Sendable {
    @usableFromInline let memory: UnsafeMutableRawPointer
    @usableFromInline let count: Int
    @usableFromInline let seats: ReaderSeats

    /// Makes `count` shards, each by `make`, and `seats` for their readers, a power of two.
    @usableFromInline
    init(count: Int, seats: Int, _ make: () -> Shard) {
        self.count = count
        self.seats = ReaderSeats(count: seats)
        memory = .allocate(byteCount: count * Self.stride, alignment: ReaderSeats.stride)
        for number in 0..<count {
            flag(number).initialize(to: Atomic(false))
            shard(number).initialize(to: make())
        }
    }

    @inlinable
    deinit {
        for number in 0..<count { shard(number).deinitialize(count: 1) }
        memory.deallocate()
    }
}

extension SeatedShards where Shard: ~Copyable {
    /// From shard to shard: each begins a cache line, and shares none with its neighbour.
    @inlinable static var stride: Int {
        (shardOffset + MemoryLayout<Shard>.size + ReaderSeats.stride - 1)
            & ~(ReaderSeats.stride - 1)
    }

    /// The flag comes first, in a word of its own: it is no part of what a writer has alone.
    @inlinable static var shardOffset: Int { max(8, MemoryLayout<Shard>.alignment) }

    /// Whether shard `number` is being changed.
    @inlinable
    func flag(_ number: Int) -> UnsafeMutablePointer<Atomic<Bool>> {
        (memory + number &* Self.stride).assumingMemoryBound(to: Atomic<Bool>.self)
    }

    @inlinable
    func shard(_ number: Int) -> UnsafeMutablePointer<Shard> {
        (memory + (number &* Self.stride &+ Self.shardOffset))
            .assumingMemoryBound(to: Shard.self)
    }

    /// A seat at shard `number`, or `nil` while that is being changed.
    @inlinable @inline(__always)
    func enter(_ number: Int) -> UnsafeMutablePointer<ReaderSeats.Seat>? {
        let flag = flag(number)
        let seat = seats.take(for: UInt(bitPattern: flag))
        if flag.pointee.load(ordering: .sequentiallyConsistent) {
            seat.pointee.leave()
            return nil
        }
        return seat
    }

    /// Calls `body` in a seat at no shard: to count.
    @inlinable
    func inSeat<Result>(_ body: (borrowing ReaderSeats.Seat) -> Result) -> Result {
        let seat = seats.take(for: 1)
        defer { seat.pointee.leave() }
        return body(seat.pointee)
    }

    /// Reads shard `number`, from a seat or as the only writer.
    @inlinable @inline(__always)
    func inspect<Result>(_ number: Int, _ body: (borrowing Shard) -> Result) -> Result {
        body(shard(number).pointee)
    }

    /// Changes shard `number` as the only writer, when its readers have left.
    @inlinable
    func change<Result>(_ number: Int, _ body: (inout Shard) -> Result) -> Result {
        let flag = flag(number)
        flag.pointee.store(true, ordering: .sequentiallyConsistent)
        defer { flag.pointee.store(false, ordering: .releasing) }
        seats.waitForReaders(at: UInt(bitPattern: flag))
        return body(&shard(number).pointee)
    }
}
