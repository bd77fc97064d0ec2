import Foundation
import Larder
import Testing

@testable import LarderRedis

/// An engine that is slow, full, read-only or gone is a miss, and nothing older is served after.
@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing))
struct RedisTierFaultsTests {
    private let events = Events()
    private let old = Data("old".utf8)
    private let new = Data("new".utf8)

    private func tier(_ engine: TestEngine, deadline: Duration = .seconds(20)) -> RedisTier {
        var configuration = engine.configuration().telling(events)
        configuration.deadline = deadline
        configuration.connections = 1
        return RedisTier(configuration)
    }

    private func isBack(_ count: Int) -> @Sendable ([RedisEvent]) -> Bool {
        { $0.count { $0 == .connected } >= count }
    }

    @Test func `a frozen engine costs three deadlines, then nothing, until it is back`()
        async throws
    {
        let engine = try TestEngine()
        let tier = tier(engine, deadline: .milliseconds(150))
        while try await tier.data(forKey: "a") == nil {
            try await tier.store(old, forKey: "a")
        }
        engine.signal(SIGSTOP)
        let start = ContinuousClock.now
        let version = try await tier.store(new, forKey: "a")
        for _ in 0..<20 { #expect(try await tier.data(forKey: "b") == nil) }
        #expect(start.duration(to: .now) < .seconds(5), "twenty deadlines, not three")
        #expect(tier.isCurrent(version, forKey: "a"), "stored and evicted")
        #expect(try await tier.data(forKey: "a") == nil)
        #expect(tier.statistics.readyConnections == 0 && tier.statistics.failures >= 18)
        engine.signal(SIGCONT)
        await events.wait(until: isBack(2))
        #expect(try await tier.data(forKey: "a") != old)
        #expect(tier.statistics.readyConnections == 1)
    }

    @Test func `an engine that is gone is a miss, and an empty one that comes back works`()
        async throws
    {
        let engine = try TestEngine()
        let tier = tier(engine)
        let version = try await tier.store(old, forKey: "a")
        engine.stop()
        await events.wait { $0.contains { if case .disconnected = $0 { true } else { false } } }
        #expect(try await tier.data(forKey: "a") == nil)
        #expect(tier.isCurrent(version, forKey: "a"), "the tier cannot tell")
        try await tier.remove(forKey: "b")
        try await tier.removeAll()
        #expect(tier.statistics.owesRemovalOfAll)
        try engine.start()
        await events.wait(until: isBack(2))
        #expect(!tier.isCurrent(version, forKey: "a"), "changes went unheard meanwhile")
        #expect(try await tier.data(forKey: "a") == nil)
        while try await tier.data(forKey: "a") == nil {
            try await tier.store(new, forKey: "a")
        }
        #expect(tier.statistics.owedRemovals == 0 && !tier.statistics.owesRemovalOfAll)
    }

    @Test func `where nobody listens, everything is a miss at once`() async throws {
        let engine = try TestEngine()
        engine.stop()
        let tier = tier(engine)
        for _ in 0..<50 {
            #expect(try await tier.data(forKey: "a") == nil)
            #expect(try await tier.store(new, forKey: "a") != nil)
            try await tier.remove(forKey: "a")
        }
        #expect(
            try await tier.store(
                Entry(payload: new, attributes: .init(storedAt: Date())), forKey: "a",
                ifVersion: nil) == nil)
        #expect(tier.statistics.owedRemovals == 1)
        #expect(
            events.seen.allSatisfy { if case .disconnected(_, false) = $0 { true } else { false } })
    }

    @Test func `a full engine serves what it has, and nothing older than was stored`() async throws
    {
        let engine = try TestEngine(["--maxmemory-policy", "noeviction"])
        let tier = tier(engine)
        try await tier.store(old, forKey: "a")
        try await tier.store(old, forKey: "b")
        try await engine.run("CONFIG", "SET", "maxmemory", "1")
        #expect(try await tier.store(new, forKey: "a") != nil)
        #expect(try await tier.data(forKey: "a") == nil)
        #expect(try await tier.data(forKey: "b") == old)
        for _ in 0..<5 { try await tier.store(new, forKey: "c") }
        let refused = tier.statistics.refusals
        #expect(refused <= 4, "after three refusals it is left alone")
        try await tier.remove(forKey: "b")
        #expect(try await tier.data(forKey: "b") == nil)
        #expect(
            events.seen.contains {
                if case .refused(let text) = $0 { text.hasPrefix("OOM") } else { false }
            })
        try await engine.run("CONFIG", "SET", "maxmemory", "0")
        while try await tier.data(forKey: "a") == nil {
            try await tier.store(new, forKey: "a")
        }
    }

    @Test func `a full engine removes everything, though it takes no word of when`() async throws {
        let engine = try TestEngine(["--maxmemory-policy", "noeviction"])
        let tier = tier(engine)
        for key in ["a", "b"] { try await tier.store(old, forKey: key) }
        try await engine.run("CONFIG", "SET", "maxmemory", "1")
        try await tier.removeAll()
        for key in ["a", "b"] { #expect(try await tier.data(forKey: key) == nil) }
        #expect(tier.statistics.owedRemovals == 0)
        try await engine.run("CONFIG", "SET", "maxmemory", "0")
        try await tier.store(new, forKey: "a")
        #expect(try await tier.data(forKey: "a") == new)
    }

    @Test func `a read-only engine serves what it has but for what was to be replaced`()
        async throws
    {
        let engine = try TestEngine()
        let tier = tier(engine)
        for key in ["a", "b", "c"] { try await tier.store(old, forKey: key) }
        try await engine.run("CONFIG", "SET", "min-replicas-to-write", 1)
        let version = try await tier.store(new, forKey: "a")
        try await tier.remove(forKey: "b")
        #expect(try await tier.data(forKey: "a") == nil && tier.isCurrent(version, forKey: "a"))
        #expect(try await tier.data(forKey: "b") == nil && tier.isCurrent(nil, forKey: "b"))
        #expect(try await tier.data(forKey: "c") == old)
        #expect(tier.statistics.owedRemovals == 2)
        try await engine.run("CONFIG", "SET", "min-replicas-to-write", 0)
        while tier.statistics.owedRemovals > 0 { _ = try await tier.data(forKey: "c") }
        for key in ["a", "b"] { #expect(try await tier.data(forKey: key) == nil) }
    }

    @Test func `an engine that reads its file is a miss, and is left alone until it has`()
        async throws
    {
        let engine = try TestEngine(["--rdbcompression", "no"])
        try await fill(engine)
        engine.stop()
        // Long enough for this test, however slow; it answers after each key.
        try engine.start(
            ["--key-load-delay", "100000", "--loading-process-events-interval-bytes", "1024"],
            until: "Loading RDB")
        var configuration = engine.configuration(prefix: "p").telling(events)
        configuration.connections = 1
        let tier = RedisTier(configuration)
        let version = try await tier.store(new, forKey: "b")
        #expect(version != nil && tier.isCurrent(version, forKey: "b"), "stored and evicted")
        for _ in 0..<20 { #expect(try await tier.data(forKey: "a") == nil) }
        #expect(
            events.seen.contains {
                if case .disconnected(let reason, false) = $0 {
                    reason.contains("LOADING")
                } else {
                    false
                }
            })
        #expect(!events.seen.contains(.connected))
        try await engine.run("CONFIG", "SET", "key-load-delay", 0)
        while try await tier.data(forKey: "a") == nil {}
        #expect(try await tier.data(forKey: "a") == old)
        while tier.statistics.owedRemovals > 0 { _ = try await tier.data(forKey: "a") }
        #expect(try await tier.data(forKey: "b") == nil)
    }

    /// Stores what takes an engine a while to read, and has it kept.
    private func fill(_ engine: TestEngine) async throws {
        let tier = RedisTier(engine.configuration(prefix: "p"))
        for key in ["a", "b"] { try await tier.store(old, forKey: key) }
        for number in 0..<500 {
            try await tier.store(Data(count: 2000), forKey: "\(number)")
        }
        try await engine.run("SAVE")
    }

    @Test func `the right user gets in, another finds nothing and nothing fails`() async throws {
        let engine = try TestEngine()
        try await engine.run(
            "ACL", "SETUSER", "cache", "on", ">secret word", "~larder:*", "+@connection", "+@read",
            "+set", "+unlink", "+eval")
        func configuration(_ password: String?) -> RedisConfiguration {
            var configuration = engine.configuration(prefix: "larder").telling(events)
            configuration.user = "cache"
            configuration.password = password
            return configuration
        }
        let right = RedisTier(configuration("secret word"))
        try await right.store(new, forKey: "a")
        #expect(try await right.data(forKey: "a") == new)
        let version = try await right.attributes(forKey: "a")?.version
        let entry = Entry(payload: old, attributes: EntryAttributes(storedAt: Date()))
        #expect(try await right.store(entry, forKey: "a", ifVersion: version) != nil)
        let wrong = RedisTier(configuration("guess"))
        #expect(try await wrong.data(forKey: "a") == nil)
        #expect(
            events.seen.contains {
                if case .disconnected(let text, false) = $0 {
                    text.contains("WRONGPASS") && !text.contains("guess")
                } else {
                    false
                }
            })
        var foreign = configuration("secret word")
        foreign.prefix = "not allowed"
        #expect(try await RedisTier(foreign).data(forKey: "a") == nil)
    }

    @Test func `a connection cut after any byte gives the right bytes or none`() async throws {
        let engine = try TestEngine()
        let configuration = engine.configuration()
        try await RedisTier(configuration).store(old, forKey: "a", metadata: ["type": "x"])
        var count = 0
        var whole = 0
        repeat {
            let proxy = try CuttingProxy(to: engine.port, cutAfter: count)
            var cut = configuration
            cut.endpoint = .host("127.0.0.1", port: proxy.port)
            cut.connections = 1
            let tier = RedisTier(cut)
            let first = try await tier.data(forKey: "a")
            #expect(first == nil || first == old)
            if first != nil { whole += 1 }
            #expect(try await tier.store(new, forKey: "b") != nil)
            let stored = try await tier.data(forKey: "b")
            #expect(stored == nil || stored == new)
            count += 3
        } while whole < 5
        #expect(count > 200, "the answers were never cut in the middle")
    }
}
