extension Suite {
    /// The network's speed beside other clients, over a loopback nginx.
    static let loader = Suite(
        name: "loader",
        summary: "fetching beside curl and URLSession [--requests N] [--rounds N] [--large MIB]"
    ) { report, options in
        let requests = try options.number("requests", default: 4_000)
        let rounds = try options.number("rounds", default: 5)
        let large = try options.number("large", default: 1_024)
        let server = try LoopbackNginx(largeMebibytes: large)
        defer { server.stop() }
        try await OriginSpeed(server: server, requests: requests, rounds: rounds).measure(report)
        try await OriginMemory(server: server, mebibytes: large).measure(report)
        try await OriginCancel(times: 100).measure(report)
    }
}
