extension Suite {
    /// What a view costs the main thread.
    static let views = Suite(
        name: "views",
        summary: "a view that is set to a picture in memory  [--rounds N]"
    ) { report, options in
        try await ViewHits(rounds: try options.number("rounds", default: 41)).measure(report)
    }
}
