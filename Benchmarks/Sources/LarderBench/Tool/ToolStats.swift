import Foundation
import Larder

/// `larder stats` beside opening the same cache in this process.
struct ToolStats {
    let tool: ToolProgram
    let entries: Int
    let rounds: Int

    func measure(_ report: Report) throws {
        let folder = try ScratchFolder()
        do {
            let disk = try DiskCache(directory: folder.url, capacity: nil)
            for number in 0..<entries { try disk.store(Data(count: 16), forKey: "entry-\(number)") }
            disk.close()
        }
        var contest = Contest()
        contest.add("larder stats") {
            try tool.run(["stats"], cache: folder.url)
            return 1
        }
        contest.add("opening") {
            let disk = try DiskCache(directory: folder.url, capacity: nil)
            // The log is followed at the first look-up.
            guard try disk.data(forKey: "entry-0") != nil else {
                throw ToolProgram.Failure(program: "opening", reason: "an entry is missing")
            }
            disk.close()
            return 1
        }
        let outcome = try contest.hold(rounds: rounds)
        report.add(
            Table(
                "A cache of \(entries) entries", columns: ["what", "ms"], of: outcome, digits: 1
            ) { $0 / 1e6 })
        report.check(
            .atMost(1.5, "larder stats, times opening"),
            outcome.ratio("larder stats", to: "opening").median)
    }
}
