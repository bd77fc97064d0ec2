import Foundation
import Larder

/// How evenly stores go: at capacity and below it, beside appends to one open file.
struct DiskLatency {
    let report: Report
    let rounds: Int
}

extension DiskLatency {
    private static let count = 20_000
    private static let capacity = ByteCount.mebibytes(200)

    /// The times of one round's calls, in nanoseconds.
    private struct Round {
        let bare: Samples
        let below: Samples
        let full: Samples
    }

    func measure() throws {
        let payload = DiskSpeed.payload(1_000)
        let full = try LarderDisk(
            keys: SpeedKeys.strings(0..<2 * Self.capacity.bytes / payload.count),
            capacity: Self.capacity)
        // More than fits, so that the hand has gone round once.
        var next = try full.storeAll(full.keys.count, payload)
        var all: [Round] = []
        for _ in 0...rounds {
            full.keys = SpeedKeys.strings(next..<next + Self.count)
            next += Self.count
            all.append(
                Round(
                    bare: try times(payload, of: BareFile(size: payload.count)),
                    below: try times(payload, of: LarderDisk(keys: full.keys)),
                    full: try times(payload, of: full)))
        }
        conclude(all.dropFirst())
    }

    private func times(_ payload: Data, of peer: some DiskPeer) throws -> Samples {
        let clock = ContinuousClock()
        return Samples(
            try (0..<Self.count).map { number in
                try clock.measure { try peer.store(payload, as: number) } / .nanoseconds(1)
            })
    }

    private func conclude(_ rounds: ArraySlice<Round>) {
        var table = Table(
            "Stores of 1 KB, µs, medians of rounds", columns: ["", "mean", "median", "99.9 %"])
        add("bare append", rounds.map(\.bare), to: &table)
        add("below capacity", rounds.map(\.below), to: &table)
        add("at capacity", rounds.map(\.full), to: &table)
        report.add(table)
        report.check(.full, Samples(rounds.map { $0.full.mean / $0.below.mean }).median)
        report.check(
            .slowest,
            Samples(rounds.map { $0.full.percentile(99.9) / $0.bare.percentile(99.9) }).median)
    }

    private func add(_ name: String, _ rounds: [Samples], to table: inout Table) {
        let figures = [
            Samples(rounds.map(\.mean)), Samples(rounds.map(\.median)),
            Samples(rounds.map { $0.percentile(99.9) }),
        ]
        table.add(name, figures.map { $0.median / 1e3 }, digits: 2)
    }
}

extension Threshold {
    fileprivate static let full = atMost(2, "store at capacity, × one below it")
    fileprivate static let slowest = atMost(
        3, "99.9th percentile of a store at capacity, × of a bare append")
}
