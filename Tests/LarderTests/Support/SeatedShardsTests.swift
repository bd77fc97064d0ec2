import Synchronization
import Testing

@testable import Larder

@Suite struct `Shards with seats` {
    /// Two numbers that a writer keeps alike, with time between its steps.
    private struct Pair: ~Copyable {
        var one = 0
        var other = 0
    }

    private final class Shards: Sendable {
        let shards = SeatedShards(count: 2, seats: 2) { Pair() }
        let writers = Mutex(0)
        let reads = Atomic(0)

        func change() {
            writers.withPatientLock { _ in
                shards.change(1) {
                    $0.one += 1
                    $0.other += 1
                }
            }
        }

        /// Whether what was read was whole, or `nil` when a writer was there.
        func read() -> Bool? {
            guard let seat = shards.enter(1) else { return nil }
            defer { seat.pointee.leave() }
            seat.pointee.count(hits: 1)
            return shards.inspect(1) { $0.one == $0.other }
        }
    }

    /// More readers than seats.
    @Test func `show readers no change that is under way`() async {
        let shards = Shards()
        await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask { for _ in 0..<3000 { shards.change() } }
            }
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<3000 {
                        guard let isWhole = shards.read() else { continue }
                        #expect(isWhole)
                        shards.reads.add(1, ordering: .relaxed)
                    }
                }
            }
        }
        let changes = shards.shards.inspect(1) { $0.one }
        #expect(changes == 6000)
        let counted = shards.shards.seats.counts.hits
        #expect(counted == shards.reads.load(ordering: .relaxed))
    }

    @Test func `let a reader read while it reads`() throws {
        let shards = Shards()
        let taken = shards.shards.enter(1)
        let seat = try #require(taken)
        #expect(shards.read() == true)
        seat.pointee.leave()
        shards.change()
        #expect(shards.read() == true)
    }

    /// A key whose `==` looks itself up.
    private struct Curious: Hashable, Sendable {
        let number: Int
        let cache: MemoryCache<Int, Int>

        static func == (one: Curious, other: Curious) -> Bool {
            one.cache[one.number] == one.cache[other.number]
        }

        func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }

    @Test func `let keys look something up to compare themselves`() {
        let numbers = MemoryCache<Int, Int>(maximumCount: 10)
        numbers[1] = 1
        let cache = MemoryCache<Curious, Int>(maximumCount: 10)
        cache[Curious(number: 1, cache: numbers)] = 7
        #expect(cache[Curious(number: 1, cache: numbers)] == 7)
    }

    @Test func `hand on each note once, the last of each seat`() throws {
        let seats = ReaderSeats(count: 2)
        func heard() -> [UInt32] {
            var words: [UInt32] = []
            seats.hearNotes { words.append($0) }
            return words
        }
        #expect(heard().isEmpty)
        seats.seat(0).pointee.note(1)
        seats.seat(1).pointee.note(2)
        seats.seat(0).pointee.note(3)
        #expect(heard() == [1, 3, 2])
        #expect(heard().isEmpty)
        for word: UInt32 in 0..<300 { seats.seat(1).pointee.note(word) }
        #expect(heard() == Array(172..<300))
    }
}
