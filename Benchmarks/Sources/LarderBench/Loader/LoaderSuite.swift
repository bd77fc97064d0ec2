extension Suite {
    /// The loader's speed beside its parts, and the network's beside other clients.
    static let loader = Suite(
        name: "loader",
        summary:
            "loading, and fetching beside curl and URLSession [--requests N] [--rounds N] [--large MIB] [--monitor: what watching costs, alone]"
    ) { report, options in
        let requests = try options.number("requests", default: 4_000)
        let rounds = try options.number("rounds", default: 5)
        let large = try options.number("large", default: 1_024)
        try await MonitorCost(rounds: 10 * rounds + 1).measure(report)
        if options.has("monitor") { return }
        let server = try LoopbackNginx(largeMebibytes: large)
        defer { server.stop() }
        try await LoaderHits(rounds: 2 * rounds + 1).measure(report)
        try await LoaderFetches(server: server, requests: requests, rounds: rounds).measure(report)
        try await OriginSpeed(server: server, requests: requests, rounds: rounds).measure(report)
        try await BodyMemory(server: server, mebibytes: large).measure(report)
        try await OriginCancel(times: 100).measure(report)
    }
}
