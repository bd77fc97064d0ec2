import Foundation
import Larder

/// How evenly stores go: at capacity and below it, beside appends to one open file, and beside
/// appends and nothing at all at a store's pace, which meet what the machine does meanwhile as
/// often.
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
        let paced: Samples
        let idle: Samples
    }

    private static let shares = [99, 99.5, 99.9, 99.95]

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
            let bare = try times(payload, of: BareFile(size: payload.count))
            let below = try times(payload, of: LarderDisk(keys: full.keys))
            let atCapacity = try times(payload, of: full)
            let pace = Duration.nanoseconds(Int(atCapacity.mean))
            let file = try BareFile(size: payload.count)
            let paced = try times(of: pace) { try file.store(payload, as: $0) }
            let idle = times(of: pace) { _ in }
            all.append(
                Round(bare: bare, below: below, full: atCapacity, paced: paced, idle: idle))
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

    /// The times of steps that do `work` and then nothing, until `duration` is over.
    private func times(
        of duration: Duration, _ work: (Int) throws -> Void
    ) rethrows -> Samples {
        let clock = ContinuousClock()
        return Samples(
            try (0..<Self.count).map { number in
                try clock.measure {
                    let end = clock.now + duration
                    try work(number)
                    while clock.now < end {}
                } / .nanoseconds(1)
            })
    }

    private func conclude(_ rounds: ArraySlice<Round>) {
        var table = Table(
            "Stores of 1 KB, µs, medians of rounds",
            columns: ["", "mean", "median"] + Self.shares.map { "\($0) %" })
        add("bare append", rounds.map(\.bare), to: &table)
        add("below capacity", rounds.map(\.below), to: &table)
        add("at capacity", rounds.map(\.full), to: &table)
        add("bare append at that pace", rounds.map(\.paced), to: &table)
        add("nothing at that pace", rounds.map(\.idle), to: &table)
        report.add(table)
        report.check(.full, Samples(rounds.map { $0.full.mean / $0.below.mean }).median)
        report.check(
            .slowest,
            Samples(rounds.map { $0.full.percentile(99.9) / $0.bare.percentile(99.9) }).median)
    }

    private func add(_ name: String, _ rounds: [Samples], to table: inout Table) {
        let figures =
            [Samples(rounds.map(\.mean)), Samples(rounds.map(\.median))]
            + Self.shares.map { share in Samples(rounds.map { $0.percentile(share) }) }
        table.add(name, figures.map { $0.median / 1e3 }, digits: 2)
    }
}

extension Threshold {
    fileprivate static let full = atMost(2, "store at capacity, × one below it")
    fileprivate static let slowest = atMost(
        3, "99.9th percentile of a store at capacity, × of a bare append")
}
