import Foundation
import Larder
import Testing

@testable import LarderRedis

/// What the tier does besides keeping the contract, over an engine that works.
@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing))
struct RedisTierTests {
    private static let shared = Result { try TestEngine() }
    private let engine: TestEngine

    init() throws {
        engine = try Self.shared.get()
    }

    @Test func `many callers at once each get their own entry`() async throws {
        let tier = RedisTier(engine.configuration())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    let data = Data(repeating: UInt8(number), count: number * 50)
                    try await tier.store(data, forKey: "\(number)")
                    #expect(try await tier.data(forKey: "\(number)") == data)
                }
            }
            try await group.waitForAll()
        }
        #expect(tier.statistics.hits == 200 && tier.statistics.stores == 200)
    }

    @Test func `one machine finds what another stored, and by no other prefix`() async throws {
        let configuration = engine.configuration()
        let (one, two) = (RedisTier(configuration), RedisTier(configuration))
        try await one.store(Data("a".utf8), forKey: "k", metadata: ["type": "x"])
        #expect(try await two.data(forKey: "k") == Data("a".utf8))
        #expect(try await two.attributes(forKey: "k")?.metadata == ["type": "x"])
        #expect(try await RedisTier(engine.configuration()).data(forKey: "k") == nil)
    }

    @Test func `the engine itself forgets an entry that expires`() async throws {
        let configuration = engine.configuration()
        let tier = RedisTier(configuration)
        let name = configuration.prefix + ":1:k"
        try await tier.store(Data(), forKey: "k", lifetime: .seconds(100))
        guard case .integer(let left) = try await engine.run("PTTL", .text(name)) else {
            Issue.record("no time to live")
            return
        }
        #expect(left > 1_000 && left <= 100_000)
        try await tier.store(Data(), forKey: "k")
        #expect(try await engine.run("PTTL", .text(name)) == .integer(-1))
    }

    @Test func `an entry over the limit bypasses the tier and leaves nothing behind`() async throws
    {
        var configuration = engine.configuration()
        configuration.sizeLimit = .bytes(100)
        let tier = RedisTier(configuration)
        try await tier.store(Data(count: 100), forKey: "k")
        #expect(try await tier.data(forKey: "k")?.count == 100)
        #expect(try await tier.store(Data(count: 101), forKey: "k") == nil)
        #expect(try await tier.data(forKey: "k") == nil)
        #expect(
            try await tier.store(Data(count: 90), forKey: "k", metadata: ["name": "1234567"]) == nil
        )
        try await tier.store(Data(count: 1), forKey: "k")
        let writer = try await tier.writer(forKey: "k")
        for _ in 0..<3 { try await writer.write(Data(count: 50)) }
        #expect(try await writer.commit(EntryAttributes(storedAt: Date())) == nil)
        #expect(try await tier.data(forKey: "k") == nil)
    }

    @Test func `what belongs to one user never enters`() async throws {
        let tier = RedisTier(engine.configuration())
        try await tier.store(Data(), forKey: "k")
        let attributes = EntryAttributes(storedAt: Date(), isShareable: false)
        let entry = Entry(payload: Data("secret".utf8), attributes: attributes)
        #expect(try await tier.store(entry, forKey: "k") == nil)
        #expect(try await tier.store(entry, forKey: "k", ifVersion: nil) == nil)
        #expect(try await tier.data(forKey: "k") == nil)
    }

    @Test func `metadata longer than the first read is read whole`() async throws {
        let tier = RedisTier(engine.configuration())
        let metadata = ["long": String(repeating: "é", count: 10_000)]
        let version = try await tier.store(Data("pic".utf8), forKey: "k", metadata: metadata)
        #expect(try await tier.attributes(forKey: "k")?.metadata == metadata)
        let update = EntryAttributes(metadata: ["short": ""], storedAt: Date())
        #expect(
            try await tier.update(update, forKey: "k", ifVersion: #require(version)) != nil)
        #expect(try await tier.data(forKey: "k") == Data("pic".utf8))
    }

    @Test func `removing everything leaves alone what others keep`() async throws {
        let configuration = engine.configuration(prefix: "a*[b]?\\" + UUID().uuidString)
        let (tier, other) = (RedisTier(configuration), RedisTier(engine.configuration()))
        let foreign = "a" + UUID().uuidString
        try await engine.run("SET", .text(foreign), "1")
        try await other.store(Data(), forKey: "k")
        for number in 0..<250 { try await tier.store(Data(), forKey: "\(number)") }
        try await tier.removeAll()
        for number in 0..<250 { #expect(try await tier.data(forKey: "\(number)") == nil) }
        #expect(try await other.data(forKey: "k") != nil)
        #expect(try await engine.run("GET", .text(foreign)) == .bulk(Array("1".utf8)))
    }

    @Test func `databases are apart`() async throws {
        var configuration = engine.configuration()
        let first = RedisTier(configuration)
        configuration.database = 3
        let second = RedisTier(configuration)
        try await second.store(Data(), forKey: "k")
        #expect(try await first.data(forKey: "k") == nil)
        #expect(try await second.data(forKey: "k") != nil)
    }

    @Test(arguments: ["", "x", "LDR1", String(repeating: "z", count: 200)])
    func `what somebody else wrote is a miss and is removed`(value: String) async throws {
        let events = Events()
        let configuration = engine.configuration().telling(events)
        let tier = RedisTier(configuration)
        let name = configuration.prefix + ":1:k"
        try await engine.run("SET", .text(name), .text(value))
        #expect(try await tier.data(forKey: "k") == nil)
        try await tier.store(Data("good".utf8), forKey: "k")
        #expect(try await tier.data(forKey: "k") == Data("good".utf8))
        try await engine.run("SETRANGE", .text(name), 57, "!")
        #expect(try await tier.data(forKey: "k") == nil)
        #expect(try await tier.data(forKey: "k") == nil)
        #expect(events.seen.contains(.damaged(key: "k")))
    }

    @Test func `a value of another type is a miss, and a store replaces it`() async throws {
        let configuration = engine.configuration()
        let tier = RedisTier(configuration)
        try await engine.run("RPUSH", .text(configuration.prefix + ":1:k"), "a")
        #expect(try await tier.data(forKey: "k") == nil)
        #expect(tier.statistics.refusals == 1)
        try await tier.store(Data("b".utf8), forKey: "k")
        #expect(try await tier.data(forKey: "k") == Data("b".utf8))
    }

    @Test func `a tier that is let go of leaves no connection`() async throws {
        let engine = try TestEngine()
        var tier: RedisTier? = RedisTier(engine.configuration())
        _ = try await tier?.data(forKey: "k")
        weak let client = tier?.client.core
        tier = nil
        let listing = ["CLIENT", "LIST", "TYPE", "normal"] as [RESPCommand.Word]
        // The engine notices the end while it answers others.
        for _ in 0..<1_000 {
            let answer = try await engine.run(listing[0], listing[1], listing[2], listing[3])
            let lines = String(decoding: answer.bytes ?? [], as: UTF8.self).split(separator: "\n")
            if lines.count == 1, client == nil { return }
        }
        Issue.record("a connection or its thread has stayed")
    }
}
