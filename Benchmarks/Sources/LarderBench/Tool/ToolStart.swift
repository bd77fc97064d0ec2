import Foundation

/// What it takes to start: the tool's `--version` beside curl's.
struct ToolStart {
    let tool: ToolProgram
    let rounds: Int

    func measure(_ report: Report) throws {
        let curl = ToolProgram(path: "curl")
        var contest = Contest()
        contest.add("larder --version") {
            try tool.run(["--version"])
            return 1
        }
        contest.add("curl --version") {
            try curl.run(["--version"])
            return 1
        }
        let outcome = try contest.hold(rounds: rounds)
        report.add(
            Table(
                "Starting and ending", columns: ["program", "ms"], of: outcome, digits: 2
            ) { $0 / 1e6 })
        report.check(
            .atMost(1.5, "larder --version, times curl --version"),
            outcome.ratio("larder --version", to: "curl --version").median)
    }
}
