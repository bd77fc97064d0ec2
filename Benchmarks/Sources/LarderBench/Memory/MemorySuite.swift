extension Suite {
    /// The memory tier's speed beside other caches.
    static let memory = Suite(
        name: "memory", summary: "speed of caches in memory [--entries N] [--rounds N]"
    ) { report, options in
        let entries = try options.number("entries", default: 10_000)
        let rounds = try options.number("rounds", default: 11)
        try HitSpeed(entries: entries, rounds: rounds).measure(report)
    }
}
