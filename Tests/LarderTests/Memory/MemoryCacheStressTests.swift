@testable import Larder
import LarderTesting
import Synchronization
import Testing

@Suite struct `A memory cache under many threads` {
    /// A value that knows whose it is, so a wrong answer shows.
    private final class Labelled: Sendable {
        let key: Int
        let cost: Int

        init(_ key: Int, cost: Int) {
            self.key = key
            self.cost = cost
        }
    }

    @Test func `never exceeds its capacity and never mixes up values`() async {
        let capacity = 2000
        let cache = MemoryCache<Int, Labelled>(capacity: .bytes(capacity), maximumCount: 300) {
            .bytes($0.cost)
        }
        await withTaskGroup { group in
            for seed in 0..<4 {
                group.addTask {
                    var random = SeededGenerator(seed: UInt64(seed))
                    for _ in 0..<4000 { Self.act(on: cache, &random) }
                }
            }
            group.addTask {
                for _ in 0..<2000 {
                    let statistics = cache.statistics
                    #expect(statistics.bytes <= .bytes(capacity))
                    #expect(statistics.entries <= 300)
                    await Task.yield()
                }
            }
        }
        let left = cache.keys.compactMap { cache.peek($0) }
        #expect(left.count == cache.statistics.entries)
        #expect(.bytes(left.reduce(0) { $0 + $1.cost }) == cache.statistics.bytes)
    }

    private static func act(
        on cache: MemoryCache<Int, Labelled>, _ random: inout SeededGenerator
    ) {
        let key = random.skewed(below: 500)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: cache.removeValue(for: key)
        case 1: cache.insert(Labelled(key, cost: 1), for: key)
        case 2: cache.insert(Labelled(key, cost: 900), for: key)
        case 3: cache.trim(to: .bytes(1500))
        case 4: cache.update(key) { $0 = Labelled(key, cost: $0.cost % 40 + 1) }
        case 5 where key == 0: cache.removeAll { $0 % 3 == 0 && $1.cost > 1 }
        case 6 where key == 1: cache.removeAll()
        default:
            let cost = Int.random(in: 1...40, using: &random)
            let value = cache.value(for: key) { Labelled(key, cost: cost) }
            #expect(value.key == key)
        }
    }

    /// For each value, how often it came less how often it left.
    private final class Balance: Sendable {
        private let counts = Mutex<[Int: Int]>([:])

        func add(_ change: Int, for value: Int) {
            counts.withPatientLock { $0[value, default: 0] += change }
        }

        var open: [Int: Int] { counts.withPatientLock { $0.filter { $0.value != 0 } } }
    }

    /// Every entry that comes must be seen leaving exactly once or be there at the end.
    @Test func `tells of every entry that left, once`() async {
        let balance = Balance()
        let cache = MemoryCache<Int, Int>(
            capacity: .bytes(50),
            onRemoval: { balance.add(-1, for: $0.value) },
            cost: { _ in .bytes(1) })
        await withTaskGroup { group in
            for thread in 0..<4 {
                group.addTask {
                    for step in 0..<2000 {
                        let value = thread * 10_000 + step
                        balance.add(1, for: value)
                        cache[step % 97] = value
                        if step % 5 == 0 { cache[step % 89] = nil }
                    }
                }
            }
        }
        let left = balance.open
        #expect(left.values.allSatisfy { $0 == 1 })
        #expect(Set(left.keys) == Set(cache.keys.compactMap { cache.peek($0) }))
    }

    @Test func `lives on while values are evicted under their readers`() async {
        let cache = MemoryCache<Int, [Int]>(maximumCount: 3)
        await withTaskGroup { group in
            for _ in 0..<2 {
                group.addTask {
                    for step in 0..<5000 { cache[step % 7] = [step % 7, step, step + 1] }
                }
                group.addTask {
                    for step in 0..<5000 {
                        guard let value = cache[step % 7] else { continue }
                        #expect(value[0] == step % 7 && value[2] == value[1] + 1)
                    }
                }
            }
        }
    }
}
