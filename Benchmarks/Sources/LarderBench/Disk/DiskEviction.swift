import Foundation
import Larder

/// What a store that evicts costs in a cache of few entries and in one of many.
struct DiskEviction {
    let report: Report
    let rounds: Int
}

extension DiskEviction {
    private static let size = 1_000
    private static let batch = 10_000

    func measure() throws {
        let payload = DiskSpeed.payload(Self.size)
        var contest = Contest()
        let counts = [1_000, 1_000_000]
        for count in counts {
            let peer = try full(count, payload)
            var next = 2 * count
            contest.add("\(count)") {
                peer.keys = SpeedKeys.strings(next..<next + Self.batch)
                next += Self.batch
            } run: {
                try peer.storeAll(Self.batch, payload)
            }
        }
        let outcome = try contest.hold(rounds: 2 * rounds + 1)
        report.add(
            Table(
                "A store of 1 KB that evicts one of so many", columns: ["entries", "µs"],
                of: outcome, digits: 2
            ) { $0 / 1e3 })
        let ratio = outcome.ratio("\(counts[1])", to: "\(counts[0])").median
        report.check(
            .atMost(1.5, "eviction among 1,000,000 over 1,000, or the other way round"),
            max(ratio, 1 / ratio))
    }

    /// A cache that holds about `count` entries and is full.
    private func full(_ count: Int, _ payload: Data) throws -> LarderDisk {
        let peer = try LarderDisk(
            keys: [],
            capacity: .bytes(count * (Self.size + 200)))
        for start in stride(from: 0, to: 2 * count, by: 100_000) {
            let end = min(start + 100_000, 2 * count)
            peer.keys = SpeedKeys.strings(start..<end)
            _ = try peer.storeAll(end - start, payload)
        }
        let entries = try peer.cache.statistics.entries
        guard entries > count / 2, entries < 2 * count else {
            throw PeerFailure("\(entries) entries instead of about \(count)")
        }
        return peer
    }
}
