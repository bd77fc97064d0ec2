#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderTesting
import Testing

@Suite struct `A memory cache as a tier` {
    private let clock = ManualClock()

    private func cache() -> MemoryCache<String, Data> {
        MemoryCache(capacity: .bytes(1000), time: clock.timeSource) { .bytes($0.count) }
    }

    private func entry(
        _ text: String, metadata: [String: String] = [:], expiresIn seconds: Double? = nil
    ) -> Entry {
        let now = clock.wallTime
        return Entry(
            payload: Data(text.utf8),
            attributes: EntryAttributes(
                metadata: metadata, storedAt: now, expiresAt: seconds.map { now + $0 }))
    }

    @Test(arguments: CacheTierContract.checks)
    func `keeps the contract`(check: CacheTierContract.Check) async throws {
        try await check.run(
            on: MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) })
    }

    @Test func `serves an entry until its date, by the wall clock`() {
        let cache = cache()
        cache.store(entry("pic", expiresIn: 60), forKey: "a")
        clock.wallTime += 59
        #expect(cache.entry(forKey: "a")?.payload == Data("pic".utf8))
        #expect(cache["a"] == Data("pic".utf8))
        clock.wallTime += 1
        #expect(!cache.contains("a") && cache.attributes(forKey: "a") == nil)
        #expect(cache.isCurrent(nil, forKey: "a"))
        #expect(cache.entry(forKey: "a") == nil)
        #expect(cache.statistics.removals == [.expired: 1])
    }

    @Test func `does not serve what the wall clock says is of the future`() {
        let cache = cache()
        cache.store(entry("pic", expiresIn: 60), forKey: "a")
        clock.wallTime -= 1
        #expect(cache.entry(forKey: "a") == nil)
    }

    @Test func `puts an entry in the place of an expired one`() {
        let cache = cache()
        cache.store(entry("old", expiresIn: 60), forKey: "a")
        clock.advance(by: .seconds(60))
        #expect(cache.store(entry("new"), forKey: "a", ifVersion: nil) != nil)
        #expect(cache["a"] == Data("new".utf8))
    }

    @Test func `what is at hand counts as a use, and what is not as nothing`() {
        let cache = cache()
        #expect(cache.entryAtHand(forKey: "a") == nil)
        #expect(cache.statistics.misses == 0)
        cache.store(entry("pic"), forKey: "a")
        #expect(cache.entryAtHand(forKey: "a") == cache.entry(forKey: "a"))
        #expect(cache.statistics.hits == 2)
        cache.store(entry("pic", expiresIn: 60), forKey: "a")
        #expect(cache.entryAtHand(forKey: "a") != nil)
        clock.advance(by: .seconds(60))
        #expect(cache.entryAtHand(forKey: "a") == nil)
        #expect(cache.statistics.hits == 3 && cache.statistics.misses == 0)
    }

    @Test func `counts metadata towards the cost`() {
        let cache = cache()
        cache.store(entry("12345", metadata: ["type": "image"]), forKey: "a")
        #expect(cache.statistics.bytes == .bytes(14))
        cache.update("a") { $0 = Data("1".utf8) }
        #expect(cache.statistics.bytes == .bytes(10))
        #expect(cache.attributes(forKey: "a")?.metadata == ["type": "image"])
    }

    @Test func `drops old attributes with a plain store`() {
        let cache = cache()
        cache.store(entry("pic", metadata: ["a": "1"], expiresIn: 60), forKey: "a")
        cache["a"] = Data("new".utf8)
        let found = cache.attributes(forKey: "a")
        #expect(found?.metadata == [:] && found?.expiresAt == nil && found?.size == 3)
    }

    @Test func `tells the date at which a lifetime ends`() {
        let cache = cache()
        cache.insert(Data("pic".utf8), for: "a", lifetime: .seconds(60))
        clock.advance(by: .seconds(20))
        #expect(cache.attributes(forKey: "a")?.expiresAt == clock.wallTime + 40)
    }
}
