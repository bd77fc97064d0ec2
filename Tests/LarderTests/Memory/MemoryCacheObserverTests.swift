import Larder
import LarderTesting
import Synchronization
import Testing

@Suite struct `A removal observer` {
    private final class Journal: Sendable {
        private let lines = Mutex<[String]>([])

        func note(_ line: String) { lines.withLock { $0.append(line) } }

        /// What was noted since the last call.
        func take() -> [String] {
            lines.withLock { lines in
                defer { lines = [] }
                return lines.sorted()
            }
        }
    }

    private let journal = Journal()
    private let clock = ManualClock()

    private func cache(_ capacity: Int) -> MemoryCache<String, Int> {
        MemoryCache(
            capacity: .bytes(capacity), time: clock.timeSource,
            onRemoval: { [journal] in journal.note("\($0.key)=\($0.value) \($0.reason)") },
            cost: { _ in .bytes(1) })
    }

    @Test func `hears of each entry that left, and why`() {
        let cache = cache(2)
        cache["a"] = 1
        #expect(journal.take() == [])
        cache["a"] = 2
        #expect(journal.take() == ["a=1 replaced"])
        cache["a"] = nil
        #expect(journal.take() == ["a=2 removed"])
        cache.insert(3, for: "a", lifetime: .seconds(1))
        clock.advance(by: .seconds(1))
        _ = cache["a"]
        #expect(journal.take() == ["a=3 expired"])
        for number in 0..<3 { cache["\(number)"] = number }
        #expect(journal.take() == ["0=0 evicted"])
        cache.trim(to: .bytes(1))
        #expect(journal.take() == ["1=1 trimmed"])
        cache.removeAll()
        #expect(journal.take() == ["2=2 removed"])
    }

    @Test func `may use the cache, and so may the measure of cost`() {
        let holder = Mutex<MemoryCache<Int, Int>?>(nil)
        let cache = MemoryCache<Int, Int>(
            capacity: .bytes(4),
            onRemoval: { removal in
                let cache = holder.withLock { $0 }
                cache?[removal.key + 100] = nil
                if removal.key < 3 { cache?[removal.key + 1000] = removal.value }
            },
            cost: { value in
                let cache = holder.withLock { $0 }
                _ = cache?[value]
                if value == 7 { cache?[50] = 8 }
                return .bytes(1)
            })
        holder.withLock { $0 = cache }
        for number in 0..<20 { cache[number] = number }
        #expect(cache.statistics.entries <= 4)
        cache.removeAll()
        holder.withLock { $0 = nil }
    }

    @Test func `may use the cache when values end with it`() {
        final class Tail: Sendable {
            let cache: @Sendable () -> MemoryCache<Int, Tail>?
            init(_ cache: @escaping @Sendable () -> MemoryCache<Int, Tail>?) { self.cache = cache }
            deinit { _ = cache()?[1] }
        }
        let holder = Mutex<MemoryCache<Int, Tail>?>(nil)
        let cache = MemoryCache<Int, Tail>(maximumCount: 2)
        holder.withLock { $0 = cache }
        for number in 0..<10 { cache[number] = Tail { holder.withLock { $0 } } }
        cache[9] = nil
        cache.removeAll()
        #expect(cache.statistics.entries == 0)
        holder.withLock { $0 = nil }
    }
}
