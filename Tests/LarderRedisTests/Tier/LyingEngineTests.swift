import Foundation
import Larder
import Testing

@testable import LarderRedis

/// An engine, or what stands between, that answers anything at all.
@Suite struct LyingEngineTests {
    private let engine: LyingEngine
    private let old = Data("old".utf8)
    private let new = Data("new".utf8)

    init() throws {
        engine = try LyingEngine()
    }

    private static let nonsense = [
        ":1\r\n", "+OK\r\n", "#t\r\n", ",1.5\r\n", "*1\r\n$1\r\na\r\n", "*0\r\n",
        "%1\r\n+a\r\n+b\r\n",
        "(99999999999999999999\r\n", "$99999999999\r\n", "$-2\r\n", "$9223372036854775807\r\n",
        "*999999999\r\n", "*9223372036854775807\r\n", "%4611686018427387904\r\n", "*-2\r\n",
        String(repeating: "*1\r\n", count: 100), ":x\r\n", "$x\r\n", "\r\n", "nonsense\r\n",
        "HTTP/1.1 400 Bad Request\r\n\r\n", "$3\r\nabcdef\r\n", "+a\n",
        String(repeating: "x", count: 70_000), "+" + String(repeating: "x", count: 70_000),
    ]

    @Test(arguments: nonsense)
    func `after what is no answer nothing more is read from that connection`(
        text: String
    ) async throws {
        let tier = engine.tier()
        try await tier.store(new, forKey: "a")
        engine.lie { words, number in words[0] == "GET" && number == 1 ? .text(text) : nil }
        #expect(try await tier.data(forKey: "a") == nil)
        #expect(try await tier.data(forKey: "a") == new)
        #expect(engine.connections == 2)
    }

    @Test(arguments: [":1\r\n", "$-1\r\n", "_\r\n", "$2\r\nOK\r\n", "*0\r\n", "#t\r\n"])
    func `a store that was answered by something else is not believed`(text: String) async throws {
        let tier = engine.tier()
        try await tier.store(old, forKey: "a")
        engine.lie { words, number in words[0] == "SET" && number == 1 ? .text(text) : nil }
        try await tier.store(new, forKey: "a")
        #expect(try await tier.data(forKey: "a") != old)
        engine.beHonest()
        #expect(try await tier.data(forKey: "a") != old)
    }

    @Test(arguments: ["+OK\r\n", "_\r\n", "$1\r\n1\r\n", "*0\r\n"])
    func `a removal that was answered by something else is owed`(text: String) async throws {
        let tier = engine.tier()
        try await tier.store(old, forKey: "a")
        engine.lie { words, number in
            words[0] == "UNLINK" ? (number == 1 ? .text(text) : .text("-ERR no\r\n")) : nil
        }
        try await tier.remove(forKey: "a")
        #expect(tier.statistics.owedRemovals == 1)
        #expect(try await tier.data(forKey: "a") == nil)
    }

    @Test(arguments: ["_\r\n", "+OK\r\n", ":0\r\n", "$3\r\nabc\r\n"])
    func `an answer too many gives no other answer a place that is not its own`(
        text: String
    ) async throws {
        let tier = engine.tier()
        for number in 0..<10 { try await tier.store(Data("\(number)".utf8), forKey: "\(number)") }
        engine.lie { words, number in
            words[0] == "GET" && number == 1 && words[1].hasSuffix("3") ? .around(after: text) : nil
        }
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<10 {
                group.addTask {
                    let found = try? await tier.data(forKey: "\(number)")
                    #expect(found == nil || found == Data("\(number)".utf8))
                }
            }
        }
        for number in 0..<10 {
            let found = try await tier.data(forKey: "\(number)")
            #expect(found == nil || found == Data("\(number)".utf8))
        }
        try await tier.store(new, forKey: "a")
        #expect(try await tier.data(forKey: "a") == new)
        #expect(engine.connections >= 2)
    }

    @Test(arguments: ["$100\r\nhalf", "$3\r\nabc", "$", "*2\r\n$1\r\na\r\n", ""])
    func `half an answer and then nothing is a miss`(text: String) async throws {
        let tier = engine.tier()
        try await tier.store(new, forKey: "a")
        engine.lie { words, number in words[0] == "GET" && number == 1 ? .cutting(text) : nil }
        #expect(try await tier.data(forKey: "a") == nil)
        #expect(try await tier.data(forKey: "a") == new)
    }

    @Test(arguments: ["$100\r\nhalf", "", ">2\r\n$10\r\ninvalidate\r\n"])
    func `half an answer that never goes on costs a deadline`(text: String) async throws {
        let tier = engine.tier(deadline: .milliseconds(150))
        while try await tier.data(forKey: "a") == nil { try await tier.store(new, forKey: "a") }
        engine.lie { words, number in words[0] == "GET" && number == 1 ? .text(text) : nil }
        #expect(try await tier.data(forKey: "a") == nil)
        for _ in 0..<5 { #expect(try await tier.data(forKey: "a") != old) }
    }

    @Test func `an answer that comes byte by byte, among what was not asked for, is an answer`()
        async throws
    {
        let tier = engine.tier()
        try await tier.store(new, forKey: "a")
        engine.lie { _, _ in .dripping }
        #expect(try await tier.data(forKey: "a") == new)
        let unasked =
            ">0\r\n>1\r\n+x\r\n>2\r\n$10\r\ninvalidate\r\n*1\r\n$1\r\nx\r\n|1\r\n+a\r\n+b\r\n"
        engine.lie { words, _ in words[0] == "GET" ? .around(before: unasked) : nil }
        #expect(try await tier.data(forKey: "a") == new)
        #expect(engine.connections == 1)
    }

    @Test(arguments: [
        "LOADING Redis is loading", "READONLY You can't write", "OOM command not allowed",
        "NOAUTH Authentication required.", "MOVED 1 127.0.0.1:1", "ASK 1 127.0.0.1:1",
        "BUSY a script", "MISCONF no", "NOPERM no", "MOVED", "",
    ])
    func `a refusal of everything is told, and nothing older comes after it`(
        refusal: String
    ) async throws {
        let tier = engine.tier()
        try await tier.store(old, forKey: "a")
        engine.lie { words, _ in
            ["HELLO", "PING", "CLIENT"].contains(words[0]) ? nil : .text("-\(refusal)\r\n")
        }
        let version = try await tier.store(new, forKey: "a")
        #expect(version != nil && tier.isCurrent(version, forKey: "a"))
        for _ in 0..<5 { #expect(try await tier.data(forKey: "a") == nil) }
        try await tier.remove(forKey: "a")
        #expect(tier.statistics.refusals > 0 || tier.statistics.failures > 0)
        engine.beHonest()
        #expect(try await tier.data(forKey: "a") != old)
    }

    @Test(arguments: [1, 2, 3, 7])
    func `an engine whose cursors go in circles does not keep a removal going`(
        length: Int
    ) async throws {
        let tier = engine.tier()
        try await tier.store(old, forKey: "a")
        engine.lie { words, _ in
            guard words[0] == "SCAN" else { return nil }
            let cursor = (Int(words[1]) ?? 0) % length + 1
            return .text("*2\r\n$1\r\n\(cursor)\r\n*0\r\n")
        }
        try await tier.removeAll()
        #expect(tier.statistics.owesRemovalOfAll)
        #expect(try await tier.data(forKey: "a") == nil)
    }

    @Test func `what an engine names as ours and is not stays`() async throws {
        let tier = engine.tier()
        try await tier.store(old, forKey: "a")
        let names = ["foreign", "larder:1!a", "larder:2:a", ""]
        let listed = names.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
        engine.lie { words, _ in
            words[0] == "SCAN"
                ? .text("*2\r\n$1\r\n0\r\n*5\r\n$10\r\nlarder:1:a\r\n" + listed) : nil
        }
        try await tier.removeAll()
        #expect(engine.asked("UNLINK").map { $0[1] } == ["larder:1:a"])
        #expect(!tier.statistics.owesRemovalOfAll)
    }

    @Test func `what expired long ago has a millisecond left`() async throws {
        let tier = engine.tier()
        let version = try #require(try await tier.store(old, forKey: "a"))
        let attributes = EntryAttributes(
            storedAt: Date(), expiresAt: Date(timeIntervalSince1970: -1e300))
        _ = try await tier.update(attributes, forKey: "a", ifVersion: version)
        #expect(engine.asked("EVAL").map(\.last) == ["1"])
    }

    @Test func `what becomes one user's is taken out`() async throws {
        let tier = engine.tier()
        let version = try #require(try await tier.store(old, forKey: "a"))
        let attributes = EntryAttributes(
            metadata: ["cookie": "1"], storedAt: Date(), isShareable: false)
        let updated = try await tier.update(attributes, forKey: "a", ifVersion: version)
        #expect(updated == nil && engine.asked("EVAL").count == 1)
        #expect(engine.asked("EVAL")[0].contains("larder:1:a"))
        #expect(engine.asked("EVAL")[0].allSatisfy { !$0.contains("cookie") })
    }
}
