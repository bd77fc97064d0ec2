import Foundation
import Larder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Requests a second for 20 KB from nginx, 32 at once: the origin, `curl --parallel`, URLSession.
struct OriginSpeed {
    let server: LoopbackNginx
    let requests: Int
    let rounds: Int

    private static let width = 32
    private static let origin = "CurlOrigin"
    private static let curl = "curl --parallel"
    private static let session = "URLSession"

    func measure(_ report: Report) async throws {
        var contest = AsyncContest()
        contest.add(Self.origin, throughOrigin())
        contest.add(Self.curl) {
            let url = "\(server.small.absoluteString)?[1-\(requests)]"
            try LoopbackNginx.run(
                "curl -fs --parallel --parallel-max \(Self.width) -o /dev/null '\(url)'")
            return requests
        }
        contest.add(Self.session, throughSession())
        let outcome = try await contest.hold(rounds: rounds)
        report.add(table(outcome))
        report.check(
            .atLeast(0.9, "CurlOrigin's rate, times curl --parallel's"),
            outcome.ratio(Self.curl, to: Self.origin).median)
        report.check(
            .atLeast(4, "CurlOrigin's rate, times URLSession's"),
            outcome.ratio(Self.session, to: Self.origin).median)
    }

    private func table(_ outcome: Contest.Outcome) -> Table {
        var table = Table(
            "GETs of 20 KB from a loopback nginx, \(Self.width) at once",
            columns: ["client", "requests/s", "times curl"])
        for name in outcome.names {
            let rate = 1e9 / outcome.nanoseconds(name).median
            let ratio = outcome.ratio(Self.curl, to: name).median
            table.add(name, [.figure(rate, digits: 0), .figure(ratio, digits: 2)])
        }
        return table
    }

    private func throughOrigin() -> AsyncContest.Run {
        let origin = CurlOrigin()
        let request = OriginRequest(url: server.small)
        return {
            try await atOnce(requests) {
                let response = try await origin.send(request)
                return try await response.body.collect(upTo: .mebibytes(1)).count
            }
        }
    }

    private func throughSession() -> AsyncContest.Run {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = Self.width
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        return {
            try await atOnce(requests / 4) { try await session.data(from: server.small).0.count }
        }
    }

    /// Does `fetch` `count` times, by as many tasks as requests are to be under way at once.
    private func atOnce(
        _ count: Int, _ fetch: @escaping @Sendable () async throws -> Int
    ) async throws -> Int {
        let share = count / Self.width
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<Self.width {
                group.addTask {
                    for _ in 0..<share {
                        guard try await fetch() == 20_480 else { throw WrongBody() }
                    }
                }
            }
            try await group.waitForAll()
        }
        return share * Self.width
    }

    private struct WrongBody: Error {}
}
