extension Suite {
    /// The loader's speed beside its parts, and the network's beside other clients.
    static let loader = Suite(
        name: "loader",
        summary: """
            loading, and fetching beside curl and URLSession
                [--only monitor,hits,fetches,origin,memory,cancel] [--requests N] [--rounds N]
                [--large MIB]
            """
    ) { report, options in
        let requests = try options.number("requests", default: 4_000)
        let rounds = try options.number("rounds", default: 5)
        let large = try options.number("large", default: 1_024)
        let server = try LoopbackNginx(largeMebibytes: large)
        defer { server.stop() }
        let parts: [(name: String, measure: (Report) async throws -> Void)] = [
            ("monitor", MonitorCost(rounds: 10 * rounds + 1).measure),
            ("hits", LoaderHits(rounds: 2 * rounds + 1).measure),
            (
                "fetches",
                LoaderFetches(server: server, requests: requests, rounds: rounds).measure
            ),
            ("origin", OriginSpeed(server: server, requests: requests, rounds: rounds).measure),
            ("memory", BodyMemory(server: server, mebibytes: large).measure),
            ("cancel", OriginCancel(times: 100).measure),
        ]
        let wanted = options.list("only") ?? parts.map(\.name)
        for part in parts where wanted.contains(part.name) { try await part.measure(report) }
    }
}
