import Foundation
import Larder

extension Suite {
    /// The disk tier: its speed beside bare calls, files and databases, and what it takes to
    /// open, hold and evict many entries.
    static let disk = Suite(
        name: "disk",
        summary: """
            speed beside files and databases, opening, memory, eviction
                [--only speed,latency,threads,misses,eviction,removal,opening] [--rounds N] [--python PYTHON]
            """
    ) { report, options in
        if let folder = options.text("open") {
            return try DiskResidence(folder: folder).measure(report)
        }
        let rounds = try options.number("rounds", default: 7)
        let scratch = try ScratchFolder()
        let python = options.text("python") ?? "python3"
        let parts: [(name: String, measure: () throws -> Void)] = [
            (
                "speed",
                DiskSpeed(report: report, scratch: scratch, rounds: rounds, python: python).measure
            ),
            ("latency", DiskLatency(report: report, rounds: rounds).measure),
            ("threads", DiskThreads(report: report, rounds: rounds).measure),
            ("misses", DiskMisses(report: report, rounds: rounds).measure),
            ("eviction", DiskEviction(report: report, rounds: rounds).measure),
            ("removal", DiskRemoval(report: report, rounds: rounds).measure),
            ("opening", DiskOpening(report: report, rounds: rounds).measure),
        ]
        let wanted = options.list("only") ?? parts.map(\.name)
        for part in parts where wanted.contains(part.name) { try part.measure() }
    }
}
