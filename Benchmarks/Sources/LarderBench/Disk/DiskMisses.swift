import Foundation
import Larder

/// Look-ups that find nothing, among as many entries as there are keys looked for.
struct DiskMisses {
    let report: Report
    let rounds: Int
}

extension DiskMisses {
    private static let count = 10_000
    private static let size = 1_000

    func measure() throws {
        let (bare, larder) = try DiskSpeed.filled(Self.count, size: Self.size)
        larder.keys = SpeedKeys.strings(1_000_000..<1_000_000 + Self.count)
        let order = Array(0..<Self.count).shuffledAlike()
        var contest = Contest()
        contest.add("bare pread") { try bare.lookAllUp(order, size: Self.size) }
        contest.add("miss") { try larder.lookAllUp(order, size: 0) }
        let outcome = try contest.hold(rounds: 2 * rounds + 1)
        report.add(
            Table(
                "A miss beside a bare pread of 1 KB", columns: ["", "ns"], of: outcome, digits: 0))
        report.check(
            .atMost(0.2, "miss, × a bare pread of 1 KB"),
            outcome.ratio("miss", to: "bare pread").median)
    }
}
