import Foundation
import Larder
import LarderRedis
import LarderTesting

/// A look-up that ends in an open breaker, beside a miss in memory.
struct SharedBreaker {
    let rounds: Int

    private static let count = 20_000

    func measure(_ report: Report) async throws {
        // Nobody listens there any more.
        let port = try ScriptedOrigin().port
        let tier = RedisTier(RedisConfiguration(endpoint: .host("127.0.0.1", port: port)))
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(8)) { .bytes($0.count) }
        for number in 0..<100 { memory["present \(number)"] = Data(count: 100) }
        while tier.statistics.failures < 16 { _ = try await tier.entry(forKey: "a") }
        let keys = (0..<Self.count).map { "https://images.example.org/photos/\($0)@2x.webp" }
        var contest = AsyncContest()
        contest.add("MemoryCache, a miss") {
            var found = 0
            for key in keys where memory.value(for: key) != nil { found += 1 }
            consume(found)
            return keys.count
        }
        contest.add("RedisTier, open breaker") {
            var found = 0
            for key in keys where try await tier.entry(forKey: key) != nil { found += 1 }
            consume(found)
            return keys.count
        }
        let outcome = try await contest.hold(rounds: 2 * rounds + 1)
        report.add(
            Table(
                "A look-up that finds nothing", columns: ["where", "ns"], of: outcome, digits: 0))
        report.check(
            .atMost(5, "look-up that ends in an open breaker, times MemoryCache's own miss"),
            outcome.ratio("RedisTier, open breaker", to: "MemoryCache, a miss").median)
    }
}
