import FoundationEssentials
@testable import Larder
import LarderTesting
import Testing

@Suite struct `Tiered cache` {
    let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
    let disk = DictionaryTier()
    let far = DictionaryTier()
    let engine = DictionaryTier(isShared: true)

    @Test(arguments: CacheTierContract.checks)
    func `keeps the contract over one tier`(check: CacheTierContract.Check) async throws {
        try await check.run(on: TieredCache(memory, disk))
    }

    @Test(arguments: CacheTierContract.checks)
    func `keeps the contract over several`(check: CacheTierContract.Check) async throws {
        try await check.run(on: TieredCache(memory, disk, far, engine))
    }

    @Test func `a store goes to all tiers, a hit below to those above`() async throws {
        let cache = TieredCache(memory, disk, far)
        try await cache.store(Data("1".utf8), forKey: "k")
        #expect(memory["k"] == Data("1".utf8))
        #expect(disk.keys == ["k"] && far.keys == ["k"])
        memory.removeAll()
        try await disk.removeAll()
        #expect(try await cache.data(forKey: "k") == Data("1".utf8))
        #expect(cache.memory["k"] == Data("1".utf8))
        #expect(disk.keys == ["k"])
    }

    @Test func `a store by somebody else outdates the copy in memory`() async throws {
        let cache = TieredCache(memory, disk)
        try await cache.store(Data("old".utf8), forKey: "k")
        try await disk.store(Data("new".utf8), forKey: "k")
        #expect(try await cache.data(forKey: "k") == Data("new".utf8))
        try await disk.remove(forKey: "k")
        #expect(try await cache.data(forKey: "k") == nil)
        #expect(memory["k"] == nil)
    }

    @Test func `what is at hand is what memory holds and the tier below upholds`() async throws {
        let cache = TieredCache(memory, disk)
        try await disk.store(Data("1".utf8), forKey: "k")
        #expect(cache.entryAtHand(forKey: "k") == nil)
        _ = try await cache.data(forKey: "k")
        #expect(cache.entryAtHand(forKey: "k")?.payload == Data("1".utf8))
        try await disk.store(Data("2".utf8), forKey: "k")
        #expect(cache.entryAtHand(forKey: "k") == nil)
        #expect(try await cache.data(forKey: "k") == Data("2".utf8))
    }

    @Test func `a store during a look-up is not overwritten by its promotion`() async throws {
        let cache = TieredCache(memory, disk)
        try await disk.store(Data("old".utf8), forKey: "k")
        disk.afterNextLookUp { [disk] in
            _ = try? await disk.store(Data("new".utf8), forKey: "k")
        }
        _ = try await cache.data(forKey: "k")
        #expect(memory["k"] == nil)
        #expect(try await cache.data(forKey: "k") == Data("new".utf8))
    }

    @Test func `a removal during a look-up below is not undone by its promotion`() async throws {
        let cache = TieredCache(memory, disk, far)
        try await far.store(Data("old".utf8), forKey: "k")
        far.afterNextLookUp { try? await cache.remove(forKey: "k") }
        _ = try await cache.data(forKey: "k")
        #expect(try await cache.data(forKey: "k") == nil)
        #expect(memory["k"] == nil && disk.keys.isEmpty && far.keys.isEmpty)
    }

    @Test func `what belongs to one user enters no shared tier`() async throws {
        let cache = TieredCache(memory, disk, engine)
        try await cache.store(Data("for all".utf8), forKey: "k")
        #expect(engine.keys == ["k"])
        var entry = try #require(try await cache.entry(forKey: "k"))
        entry.attributes.isShareable = false
        try await cache.store(entry, forKey: "k")
        #expect(disk.keys == ["k"] && engine.keys.isEmpty)
        let writer = try await cache.writer(forKey: "w")
        try await writer.write(Data("part".utf8))
        try await writer.commit(entry.attributes)
        #expect(disk.keys == ["k", "w"] && engine.keys.isEmpty)
    }

    @Test func `a failing tier is told of and memory serves what is newest`() async throws {
        let cache = TieredCache(memory, disk)
        disk.fail(with: LoadError(.other, "full"))
        await #expect(throws: LoadError.self) {
            try await cache.store(Data("new".utf8), forKey: "k")
        }
        #expect(try await cache.data(forKey: "k") == Data("new".utf8))
        disk.fail(with: nil)
        try await cache.store(Data("old".utf8), forKey: "k")
        disk.fail(with: LoadError(.other, "full"))
        _ = try? await cache.store(Data("newer".utf8), forKey: "k")
        #expect(cache.memory["k"] == nil, "an older one is below: neither is served")
    }

    @Test func `a large payload in parts stays where it is`() async throws {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(64)) { .bytes($0.count) }
        let cache = TieredCache(memory, disk)
        let part = Data(repeating: 7, count: 700_000)
        let writer = try await cache.writer(forKey: "large")
        for _ in 0..<2 { try await writer.write(part) }
        try await writer.commit(EntryAttributes(storedAt: Date()))
        #expect(memory["large"] == nil)
        let reader = try #require(try await cache.reader(forKey: "large"))
        #expect(reader.attributes.size == 1_400_000)
        #expect(memory["large"] == nil)
    }
}

@Suite struct `Write marks` {
    @Test func `a moment lasts until a write of its key begins`() {
        var marks = WriteMarks()
        let before = marks.moment("k")
        #expect(before != nil && marks.moment("k") == before)
        marks.begin("k")
        #expect(marks.moment("k") == nil)
        marks.end("k")
        #expect(marks.moment("k") != before)
        let later = marks.moment("k")
        marks.beginAll()
        #expect(marks.moment("k") == nil)
        marks.endAll()
        #expect(marks.moment("k") != later)
    }
}

@Suite struct `Rules for tiers` {
    private static func answer(_ type: String, _ control: String) -> EntryAttributes {
        let response = StoredResponse(
            status: 200, fields: ["Content-Type": type, "Cache-Control": control],
            requestedAt: testMoment, receivedAt: testMoment)
        return EntryAttributes(size: 100, metadata: response.metadata, storedAt: testMoment)
    }

    @Test(
        arguments: [
            (TierRule.upTo(.bytes(100)), true), (.upTo(.bytes(99)), false),
            (.lasting(.seconds(60)), true), (.lasting(.seconds(61)), false),
            (.kind("image/png"), true), (.kind("IMAGE/*"), true), (.kind("text/*"), false),
            (.kind("image/pn"), false), (TierRule { key, _ in key == "other" }, false),
            (.kind("image/*").and(.upTo(.bytes(1))), false),
            (.kind("image/*").and(.upTo(.mebibytes(1))), true),
        ])
    func `admit by size, kind and lifetime`(rule: TierRule, isAdmitted: Bool) {
        let attributes = Self.answer("image/PNG; x=y", "max-age=60")
        #expect(rule.admits("k", attributes) == isAdmitted)
    }

    @Test func `know no kind and the expiry of what is no answer`() {
        var attributes = EntryAttributes(storedAt: testMoment)
        #expect(TierRule.lasting(.seconds(60)).admits("k", attributes))
        attributes.expiresAt = testMoment.addingTimeInterval(59)
        #expect(!TierRule.lasting(.seconds(60)).admits("k", attributes))
        #expect(!TierRule.kind("*").admits("k", attributes))
    }

    @Test func `leave nothing older where they do not admit`() async throws {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        let (disk, engine) = (DictionaryTier(), DictionaryTier(isShared: true))
        let cache = TieredCache(
            memory, disk, engine, inMemory: .upTo(.bytes(10)), below: .upTo(.bytes(20)))
        try await cache.store(Data(count: 10), forKey: "k")
        #expect(memory["k"] != nil && disk.keys == ["k"] && engine.keys == ["k"])
        try await cache.store(Data(count: 20), forKey: "k")
        #expect(memory["k"] == nil && disk.keys == ["k"] && engine.keys == ["k"])
        try await cache.store(Data(count: 21), forKey: "k")
        #expect(memory["k"] == nil && disk.keys == ["k"] && engine.keys.isEmpty)
        #expect(try await cache.data(forKey: "k")?.count == 21)
        #expect(memory["k"] == nil)
    }
}
