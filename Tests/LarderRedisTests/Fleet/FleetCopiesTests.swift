import Foundation
import Larder
import LarderTesting
import Testing

@testable import LarderRedis

/// What one machine changes reaches the memory and the disk of another.
@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing))
struct FleetCopiesTests {
    private static let shared = Result { try TestEngine() }
    private let configuration: RedisConfiguration
    private let engine: TestEngine
    private let here: Machine
    private let there: Machine
    private let old = Data("old".utf8)
    private let new = Data("new".utf8)

    init() throws {
        engine = try Self.shared.get()
        configuration = engine.configuration()
        here = try Machine(configuration)
        there = try Machine(configuration)
    }

    /// What this machine holds above the engine, at once.
    private func copies(of key: String = "k") throws -> [Data?] {
        [here.memory[key], try here.disk.data(forKey: key)]
    }

    @Test func `a newer version replaces the copies`() async throws {
        try await here.cache.store(old, forKey: "k")
        #expect(try await here.cache.data(forKey: "k") == old)
        try await there.cache.store(new, forKey: "k")
        try await here.listen()
        #expect(try await here.cache.data(forKey: "k") == new)
        #expect(try copies() == [new, new])
    }

    @Test func `a removal takes the copies along`() async throws {
        try await here.cache.store(old, forKey: "k")
        try await there.cache.remove(forKey: "k")
        try await here.listen()
        #expect(try await here.cache.data(forKey: "k") == nil)
        #expect(try copies() == [nil, nil])
        try await here.cache.store(new, forKey: "k")
        #expect(try await there.cache.data(forKey: "k") == new)
    }

    @Test func `the removal of everything takes the copies along`() async throws {
        for key in ["a", "b"] { try await here.cache.store(old, forKey: key) }
        try await there.cache.removeAll()
        try await here.listen()
        for key in ["a", "b"] { #expect(try await here.cache.data(forKey: key) == nil) }
        #expect(try copies(of: "b") == [nil, nil])
    }

    @Test func `the removal of everything takes along copies of what the engine has forgotten`()
        async throws
    {
        let later = EntryAttributes(storedAt: Date() + 3600)
        try await here.cache.store(old, forKey: "k")
        try await here.cache.store(Entry(payload: new, attributes: later), forKey: "later")
        for key in ["k", "later"] {
            try await engine.run("DEL", .text(configuration.prefix + ":1:" + key))
        }
        try await here.listen()
        #expect(try await here.cache.data(forKey: "k") == old)
        try await there.cache.removeAll()
        try await here.listen()
        #expect(try await here.cache.data(forKey: "k") == nil)
        #expect(try copies() == [nil, nil])
        #expect(try await here.cache.data(forKey: "later") == new)
    }

    @Test(arguments: [true, false])
    func `what changed while a machine was away is seen at its first look-up`(
        isRemoved: Bool
    ) async throws {
        // Nothing was ever heard by the connection that finds the copy.
        try await here.disk.store(old, forKey: "k")
        if isRemoved {
            try await there.cache.remove(forKey: "k")
        } else {
            try await there.cache.store(new, forKey: "k")
        }
        #expect(try await here.cache.attributes(forKey: "k")?.size == (isRemoved ? nil : 3))
        #expect(try await here.cache.data(forKey: "k") == (isRemoved ? nil : new))
        #expect(try copies() == (isRemoved ? [nil, nil] : [new, new]))
    }

    @Test func `what the engine has forgotten stays where it is`() async throws {
        let version = try await here.cache.store(old, forKey: "k")
        try await engine.run("DEL", .text(configuration.prefix + ":1:k"))
        try await here.listen()
        #expect(try await here.cache.data(forKey: "k") == old)
        #expect(here.cache.isCurrent(version, forKey: "k"))
        #expect(try copies() == [old, old])
    }

    @Test func `an entry is asked about once, and not again until it changes`() async throws {
        try await here.disk.store(old, forKey: "k")
        for _ in 0..<5 { #expect(try await here.cache.data(forKey: "k") == old) }
        let version = try await here.cache.attributes(forKey: "k")?.version
        #expect(here.cache.isCurrent(version, forKey: "k"))
        try await there.cache.store(new, forKey: "k")
        try await here.listen()
        #expect(!here.cache.isCurrent(version, forKey: "k"))
    }

    @Test func `an update reaches the others, whole`() async throws {
        let version = try #require(try await here.cache.store(old, forKey: "k"))
        #expect(try await there.cache.data(forKey: "k") == old)
        here.memory.removeAll()
        let attributes = EntryAttributes(metadata: ["a": "b"], storedAt: Date())
        #expect(
            try await here.cache.update(attributes, forKey: "k", ifVersion: version) != nil)
        try await there.listen()
        let entry = try #require(try await there.cache.entry(forKey: "k"))
        #expect(entry.payload == old && entry.attributes.metadata == ["a": "b"])
    }

    @Test func `what each keeps for one user is left alone by the others`() async throws {
        let attributes = EntryAttributes(storedAt: Date(), isShareable: false)
        for key in ["k", "removed before"] {
            try await there.cache.remove(forKey: "removed before")
            try await here.cache.store(Entry(payload: old, attributes: attributes), forKey: key)
            try await there.cache.store(Entry(payload: new, attributes: attributes), forKey: key)
            try await here.listen()
            #expect(try await here.cache.data(forKey: key) == old)
            #expect(try await there.cache.data(forKey: key) == new)
        }
        try await there.cache.store(new, forKey: "k")
        try await here.cache.store(Entry(payload: old, attributes: attributes), forKey: "k")
        try await there.listen()
        #expect(try await there.cache.data(forKey: "k") == nil, "outdated by what it must not see")
    }

    @Test func `an engine that is gone leaves the copies, and one that is back is asked`()
        async throws
    {
        let engine = try TestEngine()
        let events = Events()
        let here = try Machine(engine.configuration(prefix: "p").telling(events))
        try await here.cache.store(old, forKey: "k")
        engine.stop()
        await events.wait { $0.contains { if case .disconnected = $0 { true } else { false } } }
        #expect(try await here.cache.data(forKey: "k") == old)
        #expect(try await here.disk.data(forKey: "k") == old)
        try engine.start()
        await events.wait { $0.count { $0 == .connected } >= 2 }
        try await RedisTier(engine.configuration(prefix: "p")).remove(forKey: "k")
        #expect(try await here.cache.data(forKey: "k") == nil)
    }
}
