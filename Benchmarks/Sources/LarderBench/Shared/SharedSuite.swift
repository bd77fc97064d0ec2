extension Suite {
    /// The tier that machines share, beside the engine's own benchmark, and a fleet of processes.
    static let shared = Suite(
        name: "shared",
        summary: "a Redis tier beside redis-benchmark, and workers that share it "
            + "[--rounds N] [--requests N]"
    ) { report, options in
        if let worker = options.list("worker") {
            return report.note(try await FleetWorker(worker).run())
        }
        let rounds = try options.number("rounds", default: 7)
        let requests = try options.number("requests", default: 40_000)
        let engine = try BenchEngine()
        defer { engine.stop() }
        try await SharedGets(engine: engine, requests: requests, rounds: rounds).measure(report)
        try await SharedBreaker(rounds: rounds).measure(report)
        try await SharedFleet(engine: engine).measure(report)
    }
}
