import Foundation
import Larder
import Testing

@testable import LarderRedis

/// What one machine hears of what others change.
///
/// Each tier has one connection, so an answer that comes after a change comes after the engine's
/// word of it: no test has to wait.
@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing))
struct RedisTierChangesTests {
    private static let shared = Result { try TestEngine() }
    private let engine: TestEngine
    private let configuration: RedisConfiguration
    private let here: RedisTier
    private let there: RedisTier

    init() throws {
        engine = try Self.shared.get()
        var configuration = engine.configuration()
        configuration.connections = 1
        self.configuration = configuration
        here = RedisTier(configuration)
        there = RedisTier(configuration)
    }

    /// Has the engine's word of everything before it arrive.
    private func listen() async throws {
        _ = try await here.data(forKey: "something else")
    }

    enum Change: CaseIterable {
        case store, remove, update, removeAll, deleteByHand, expireByHand
    }

    private func make(_ change: Change) async throws {
        let name = RESPCommand.Word.text(configuration.prefix + ":1:k")
        switch change {
        case .store: try await there.store(Data("new".utf8), forKey: "k")
        case .remove: try await there.remove(forKey: "k")
        case .update:
            let version = try #require(try await there.attributes(forKey: "k")?.version)
            let attributes = EntryAttributes(metadata: ["a": "b"], storedAt: Date())
            _ = try await there.update(attributes, forKey: "k", ifVersion: version)
        case .removeAll: try await there.removeAll()
        case .deleteByHand: try await engine.run("DEL", name)
        case .expireByHand: try await engine.run("PEXPIREAT", name, 1)
        }
    }

    @Test(arguments: Change.allCases)
    func `a stored entry is outdated when somebody else changes it`(change: Change) async throws {
        let version = try await here.store(Data("old".utf8), forKey: "k")
        try await here.store(Data(), forKey: "other")
        try await listen()
        #expect(here.isCurrent(version, forKey: "k"))
        try await make(change)
        try await listen()
        #expect(!here.isCurrent(version, forKey: "k"))
    }

    @Test(arguments: Change.allCases)
    func `so is one that was only looked up`(change: Change) async throws {
        try await there.store(Data("old".utf8), forKey: "k")
        let version = try await here.attributes(forKey: "k")?.version
        #expect(here.isCurrent(version, forKey: "k"))
        try await make(change)
        try await listen()
        #expect(!here.isCurrent(version, forKey: "k"))
    }

    @Test func `a flush of the engine outdates everything`() async throws {
        let engine = try TestEngine()
        var configuration = engine.configuration()
        configuration.connections = 1
        let tier = RedisTier(configuration)
        let version = try await tier.store(Data(), forKey: "k")
        try await engine.run("FLUSHALL")
        #expect(try await tier.data(forKey: "something else") == nil)
        #expect(!tier.isCurrent(version, forKey: "k"))
        #expect(try await tier.data(forKey: "k") == nil)
    }

    @Test func `a miss is outdated when somebody else stores`() async throws {
        #expect(try await here.data(forKey: "k") == nil)
        #expect(here.isCurrent(nil, forKey: "k"))
        try await there.store(Data(), forKey: "k")
        try await listen()
        #expect(!here.isCurrent(nil, forKey: "k"))
    }

    @Test func `every change after the first is heard too`() async throws {
        for number in 0..<5 {
            let version = try await here.store(Data([UInt8(number)]), forKey: "k")
            try await there.store(Data(), forKey: "k")
            try await listen()
            #expect(!here.isCurrent(version, forKey: "k"))
            let found = try await here.attributes(forKey: "k")?.version
            #expect(here.isCurrent(found, forKey: "k"))
        }
    }

    @Test func `one's own changes over several connections are heard in their order`() async throws
    {
        let tier = RedisTier(engine.configuration())
        for number in 0..<50 {
            let key = "\(number % 7)"
            let version = try await tier.store(Data(), forKey: key)
            #expect(tier.isCurrent(version, forKey: key))
            if number % 3 == 0 {
                try await tier.remove(forKey: key)
                #expect(tier.isCurrent(nil, forKey: key) && !tier.isCurrent(version, forKey: key))
            }
        }
    }

    @Test func `a promotion does not replace what another machine stored`() async throws {
        #expect(try await here.data(forKey: "k") == nil)
        try await there.store(Data("theirs".utf8), forKey: "k")
        let entry = Entry(payload: Data(), attributes: EntryAttributes(storedAt: Date()))
        #expect(try await here.store(entry, forKey: "k", ifVersion: nil) == nil)
        #expect(try await here.data(forKey: "k") == Data("theirs".utf8))
    }
}
