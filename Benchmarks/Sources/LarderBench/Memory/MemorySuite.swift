extension Suite {
    /// The memory tier: its speed beside other caches, and its hit ratio on recorded requests.
    static let memory = Suite(
        name: "memory",
        summary: "speed and memory beside other caches [--rounds N]; hit ratios with --traces DIR"
    ) { report, options in
        if let folder = options.text("traces") {
            HitRatio(traces: try Trace.all(inFolder: folder)).measure(report)
            return
        }
        Overhead(report: report).measure()
        let rounds = try options.number("rounds", default: 21)
        try Speed(report: report, rounds: rounds).measure()
        try Threads(report: report, rounds: rounds).measure()
    }
}
