import Foundation

extension Suite {
    /// The tool `larder` beside curl and ls, and beside opening its cache.
    static let tool = Suite(
        name: "tool",
        summary: "the tool beside curl and ls [--tool FILE] [--rounds N] [--entries N] [--large N]"
    ) { report, options in
        let path = options.text("tool") ?? ".build/release/larder"
        guard FileManager.default.isExecutableFile(atPath: path) else {
            throw ToolProgram.Failure(program: path, reason: "make install builds it")
        }
        let tool = ToolProgram(path: path)
        let rounds = try options.number("rounds", default: 5)
        let entries = try options.number("entries", default: 100_000)
        let large = try options.number("large", default: 1_000_000)
        try ToolStart(tool: tool, rounds: 12 * rounds).measure(report)
        try ToolFetches(tool: tool, rounds: 2 * rounds + 1).measure(report)
        try ToolListing(tool: tool, entries: entries, rounds: rounds).measure(report)
        try ToolStats(tool: tool, entries: large, rounds: rounds).measure(report)
    }
}
