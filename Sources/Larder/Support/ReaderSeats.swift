import CLarderSystem
public import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where readers sit while they read what a writer may change.
///
/// A seat is a cache line, and threads that run at once have different ones: to take one costs an
/// atomic step on memory that no other core wants. It says what its reader reads, and its reader
/// counts in it what it found, and leaves notes.
///
// Safe because the seats are made before anybody sees the pointer, live until the seats end, and
// hold nothing but atomics.
@usableFromInline
struct ReaderSeats: ~Copyable, @unchecked Sendable {
    @usableFromInline let memory: UnsafeMutableRawPointer
    private let notes: UnsafeMutablePointer<Atomic<UInt32>>
    /// A power of two.
    @usableFromInline let count: Int

    @usableFromInline
    init(count: Int) {
        self.count = count
        memory = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
        notes = .allocate(capacity: count * Seat.mostNotes)
        for number in 0..<count * Seat.mostNotes {
            (notes + number).initialize(to: Atomic(0))
        }
        for number in 0..<count {
            seat(number).initialize(to: Seat(notes: notes + number * Seat.mostNotes))
        }
    }

    @usableFromInline
    deinit {
        memory.deallocate()
        notes.deallocate()
    }

    /// One seat.
    @usableFromInline
    struct Seat: ~Copyable {
        /// The address of what is read; 0 when the seat is free.
        @usableFromInline let place = Atomic<UInt>(0)
        @usableFromInline let hits = Atomic<Int>(0)
        @usableFromInline let misses = Atomic<Int>(0)
        /// How much was noted so far, and how much of it was heard.
        @usableFromInline let noted = Atomic<Int>(0)
        @usableFromInline let heard = Atomic<Int>(0)
        @usableFromInline let notes: UnsafeMutablePointer<Atomic<UInt32>>

        fileprivate init(notes: UnsafeMutablePointer<Atomic<UInt32>>) {
            self.notes = notes
        }
    }
}

extension ReaderSeats {
    /// Two cache lines, which processors fetch together.
    @inlinable static var stride: Int { 128 }

    /// More than threads can run at once, so that each finds one, up to a bound, as a writer looks
    /// at all. On a machine with more cores a thread may wait for a seat.
    @usableFromInline static let enough: Int = {
        let wanted = min(max(2 * ProcessInfo.processInfo.activeProcessorCount, 8), 128)
        return 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    }()

    @inlinable
    func seat(_ number: Int) -> UnsafeMutablePointer<Seat> {
        (memory + number &* Self.stride).assumingMemoryBound(to: Seat.self)
    }

    /// Takes a seat to read at `place`. It must be left soon, by ``Seat/leave()``.
    @inlinable
    func take(for place: UInt) -> UnsafeMutablePointer<Seat> {
        let own = seat(Self.threadNumber & (count &- 1))
        return own.pointee.take(for: place) ? own : takeAnother(for: place)
    }

    @usableFromInline static var threadNumber: Int {
        Int(truncatingIfNeeded: larder_thread_number())
    }

    /// Takes any seat, which is the thread's own from now on: another thread has the one it had.
    ///
    /// Or the thread sits there itself, since a key's `==` looks something up in the same cache.
    /// That it must not: a writer that waits for the first seat would keep it waiting for ever.
    @usableFromInline
    func takeAnother(for place: UInt) -> UnsafeMutablePointer<Seat> {
        var turn = 0
        while true {
            larder_change_thread_number()
            let seat = seat(Self.threadNumber & (count - 1))
            if seat.pointee.take(for: place) { return seat }
            turn += 1
            if turn % count == 0 { Patience.wait(turn: turn) }
        }
    }

    /// Returns when everybody who read at `place` has left.
    @usableFromInline
    func waitForReaders(at place: UInt) {
        var seat = memory
        let end = memory + count &* Self.stride
        while seat != end {
            var turn = 0
            while seat.assumingMemoryBound(to: Seat.self).pointee.reads(place) {
                Patience.wait(turn: turn)
                turn &+= 1
            }
            seat += Self.stride
        }
    }

    /// Calls `body` with each note that was left since the last time, and not written over. One
    /// thread at a time.
    @inlinable
    func hearNotes(_ body: (UInt32) -> Void) {
        for number in 0..<count { seat(number).pointee.hearNotes(body) }
    }

    /// What was counted in all seats.
    var counts: (hits: Int, misses: Int) {
        (0..<count).reduce(into: (0, 0)) { sums, number in
            sums.0 += seat(number).pointee.hits.load(ordering: .relaxed)
            sums.1 += seat(number).pointee.misses.load(ordering: .relaxed)
        }
    }
}

extension ReaderSeats.Seat {
    @inlinable
    func take(for place: UInt) -> Bool {
        self.place.compareExchange(
            expected: 0, desired: place, ordering: .sequentiallyConsistent
        ).exchanged
    }

    @inline(__always)
    func reads(_ place: UInt) -> Bool {
        self.place.load(ordering: .sequentiallyConsistent) == place
    }

    @inlinable
    func leave() {
        place.store(0, ordering: .releasing)
    }

    /// Counts, in a seat that is taken: nobody else writes its counters.
    @inlinable
    func count(hits: Int = 0, misses: Int = 0) {
        if hits != 0 {
            self.hits.store(self.hits.load(ordering: .relaxed) &+ hits, ordering: .relaxed)
        }
        if misses != 0 {
            self.misses.store(self.misses.load(ordering: .relaxed) &+ misses, ordering: .relaxed)
        }
    }

    @inlinable static var mostNotes: Int { 128 }

    /// Leaves a note, in a seat that is taken. Of more than ``mostNotes`` the oldest are lost.
    @inlinable
    func note(_ word: UInt32) {
        let number = noted.load(ordering: .relaxed)
        notes[number & (Self.mostNotes - 1)].store(word, ordering: .relaxed)
        noted.store(number &+ 1, ordering: .releasing)
    }

    @inlinable
    func hearNotes(_ body: (UInt32) -> Void) {
        let end = noted.load(ordering: .acquiring)
        let start = heard.load(ordering: .relaxed)
        guard start != end else { return }
        for number in max(start, end - Self.mostNotes)..<end {
            body(notes[number & (Self.mostNotes - 1)].load(ordering: .relaxed))
        }
        heard.store(end, ordering: .relaxed)
    }
}
