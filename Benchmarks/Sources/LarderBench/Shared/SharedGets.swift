import Foundation
import Larder
import LarderRedis

/// Look-ups of 20 KB by 64 callers at once, beside `redis-benchmark` with as many requests under
/// way over as many connections.
struct SharedGets {
    let engine: BenchEngine
    let requests: Int
    let rounds: Int

    private static let callers = 64
    private static let connections = 2
    private static let keys = 200
    private static let size = 20_000

    func measure(_ report: Report) async throws {
        let tier = RedisTier(engine.configuration())
        for key in 0..<Self.keys {
            let entry = Entry(
                payload: Data(repeating: 7, count: Self.size),
                attributes: EntryAttributes(storedAt: Date()))
            try await tier.store(entry, forKey: "\(key)")
        }
        _ = try rival(command: "set", requests: 4 * Self.keys)
        var (ours, theirs, ratios): ([Double], [Double], [Double]) = ([], [], [])
        for round in 0...rounds {
            let (own, other) = (
                try await rate(of: tier), try rival(command: "get", requests: requests)
            )
            // The first is to warm up.
            guard round > 0 else { continue }
            ours.append(own)
            theirs.append(other)
            ratios.append(own / other)
        }
        var table = Table(
            "GET of 20 KB, \(Self.callers) under way over \(Self.connections) connections",
            columns: ["client", "a second"])
        table.add("RedisTier", [.figure(Samples(ours).median, digits: 0)])
        table.add("redis-benchmark", [.figure(Samples(theirs).median, digits: 0)])
        report.add(table)
        report.check(
            .atLeast(0.7, "look-ups of 20 KB at 64 callers, times redis-benchmark"),
            Samples(ratios).median)
    }

    private func rate(of tier: RedisTier) async throws -> Double {
        let each = requests / Self.callers
        let start = ContinuousClock.now
        let found = try await withThrowingTaskGroup(of: Int.self) { group in
            for caller in 0..<Self.callers {
                group.addTask {
                    var found = 0
                    for number in 0..<each {
                        let key = "\((caller &* 31 &+ number) % Self.keys)"
                        found += try await tier.entry(forKey: key)?.payload.count ?? 0
                    }
                    return found
                }
            }
            return try await group.reduce(0, +)
        }
        guard found == each * Self.callers * Self.size else { throw BenchEngine.Missing() }
        return Double(each * Self.callers) / (start.duration(to: .now) / .seconds(1))
    }

    /// Requests a second, as redis-benchmark reports them.
    private func rival(command: String, requests: Int) throws -> Double {
        let lines = try BenchEngine.lines(
            "redis-benchmark -p \(engine.port) -c \(Self.connections) "
                + "-P \(Self.callers / Self.connections) -d \(Self.size) -r \(Self.keys) "
                + "-n \(requests) -t \(command) --csv")
        let fields = lines.last?.split(separator: ",").map { $0.filter { $0 != "\"" } } ?? []
        guard fields.count > 1, let rate = Double(fields[1]) else { throw BenchEngine.Missing() }
        return rate
    }
}
