import Larder
import LarderTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Lifetimes in memory` {
    private let clock = ManualClock()

    private func cache(_ lifetime: Lifetime = .forever) -> MemoryCache<String, Int> {
        MemoryCache(capacity: .bytes(100), lifetime: lifetime, time: clock.timeSource) { _ in
            .bytes(1)
        }
    }

    @Test(arguments: [
        (59, true), (60, false), (61, false),
    ])
    func `end at the deadline, not before`(age: Int, isThere: Bool) {
        let cache = cache(.seconds(60))
        cache["a"] = 1
        clock.advance(by: .seconds(age))
        #expect(cache.contains("a") == isThere)
        #expect(cache.keys == (isThere ? ["a"] : []))
        #expect((cache["a"] == 1) == isThere)
        #expect(cache.statistics.hits == (isThere ? 1 : 0))
        #expect(cache.statistics.misses == (isThere ? 0 : 1))
        #expect(cache.statistics.removals == (isThere ? [:] : [.expired: 1]))
    }

    @Test(
        arguments: [
            Lifetime.seconds, Lifetime.minutes, Lifetime.hours, Lifetime.days,
            { .fixed(.seconds($0) * 10) }, { .sliding(.seconds($0) * 10) },
        ] as [@Sendable (Int) -> Lifetime])
    func `may be as long as a number can be, or over before they begin`(
        lifetime: @Sendable (Int) -> Lifetime
    ) throws {
        clock.advance(by: .days(3650))
        let memory = cache(lifetime(.max))
        memory["a"] = 1
        memory.insert(2, for: "b", lifetime: lifetime(.min))
        let disk = try DiskCache.open(on: FaultyFileSystem())
        try disk.store(Data("1".utf8), forKey: "a", lifetime: lifetime(.max))
        try disk.store(Data("2".utf8), forKey: "b", lifetime: lifetime(.min))
        clock.advance(by: .days(3650))
        #expect(memory["a"] == 1 && memory["b"] == nil)
        #expect(try disk.data(forKey: "a") != nil)
        #expect(try disk.data(forKey: "b") == nil)
    }

    @Test func `are each entry's own if it wants`() {
        let cache = cache(.seconds(60))
        cache.insert(1, for: "short", lifetime: .seconds(10))
        cache.insert(2, for: "long", lifetime: .forever)
        cache["usual"] = 3
        clock.advance(by: .seconds(30))
        #expect(Set(cache.keys) == ["long", "usual"])
        clock.advance(by: .days(3650))
        #expect(cache.keys == ["long"])
    }

    @Test func `slide with each use but not with a peek`() {
        let cache = cache(.sliding(.seconds(60)))
        cache["a"] = 1
        for _ in 0..<5 {
            clock.advance(by: .seconds(59))
            #expect(cache["a"] == 1)
        }
        clock.advance(by: .seconds(59))
        #expect(cache.peek("a") == 1)
        clock.advance(by: .seconds(1))
        #expect(cache["a"] == nil)
    }

    @Test func `of a fixed kind do not slide`() {
        let cache = cache(.seconds(60))
        cache["a"] = 1
        clock.advance(by: .seconds(40))
        #expect(cache["a"] == 1)
        clock.advance(by: .seconds(40))
        #expect(cache["a"] == nil)
    }

    @Test(arguments: [Lifetime.seconds(0), .seconds(-1), .sliding(.zero)])
    func `of nothing keep nothing`(lifetime: Lifetime) {
        let cache = cache()
        cache["a"] = 1
        #expect(!cache.insert(2, for: "a", lifetime: lifetime))
        #expect(cache["a"] == nil)
    }

    @Test func `start anew with each store, and go on through an update`() {
        let cache = cache(.seconds(60))
        cache["a"] = 1
        clock.advance(by: .seconds(40))
        cache["a"] = 2
        clock.advance(by: .seconds(40))
        cache.update("a") { $0 += 1 }
        #expect(cache["a"] == 3)
        clock.advance(by: .seconds(20))
        #expect(cache["a"] == nil)
        #expect(cache.update("a") { $0 += 1 } == nil)
    }

    @Test func `longer than the clock can tell are for ever`() {
        let cache = cache(.fixed(.seconds(Int64.max)))
        cache["a"] = 1
        clock.advance(by: .days(365_000))
        #expect(cache["a"] == 1)
    }

    @Test func `last longer when the clock goes back`() {
        let cache = cache(.sliding(.seconds(60)))
        clock.advance(by: .seconds(1000))
        cache["a"] = 1
        clock.advance(by: .seconds(-500))
        #expect(cache["a"] == 1)
        clock.advance(by: .seconds(59))
        #expect(cache["a"] == 1)
        clock.advance(by: .seconds(60))
        #expect(cache["a"] == nil)
    }

    @Test func `that never end read no clock`() {
        let readings = Atomic(0)
        let time = TimeSource(
            now: { clock.wallTime },
            uptime: {
                readings.add(1, ordering: .relaxed)
                return clock.now.uptime
            },
            sleep: { _ in })
        let cache = MemoryCache<String, Int>(maximumCount: 9, time: time)
        cache["a"] = 1
        _ = (cache["a"], cache["b"], cache.peek("a"), cache.keys)
        cache.update("a") { $0 += 1 }
        #expect(readings.load(ordering: .relaxed) == 0)
        cache.insert(1, for: "b", lifetime: .seconds(1))
        _ = cache["b"]
        #expect(readings.load(ordering: .relaxed) == 2)
    }
}

extension Duration {
    fileprivate static func days(_ count: Int) -> Duration { .seconds(86_400) * count }
}
