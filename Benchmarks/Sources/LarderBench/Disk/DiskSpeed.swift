import Foundation
import Larder
import LarderTesting

/// Look-ups and stores of one size after the other, beside bare calls, files and databases.
struct DiskSpeed {
    let report: Report
    let scratch: ScratchFolder
    let rounds: Int
    let python: String
}

extension DiskSpeed {
    /// How many entries of a size there are, and what the issue bounds a ratio to.
    private struct Size {
        let bytes: Int
        let count: Int
        let look: (bare: Double, file: Double)
        let store: (bare: Double, file: Double)

        var name: String { "\(bytes / 1000) KB" }
    }

    private static let sizes = [
        Size(bytes: 1_000, count: 10_000, look: (2, 3), store: (4, 5)),
        Size(bytes: 20_000, count: 2_000, look: (1.5, 1.3), store: (2, 3)),
        Size(bytes: 100_000, count: 500, look: (1.3, 1), store: (1.5, 1.8)),
    ]

    private enum Name {
        static let bare = "bare call"
        static let larder = "Larder"
        static let file = "file an entry"
    }

    func measure() throws {
        let diskCache = PythonDiskCache(python: python, scratch: scratch)
        if diskCache == nil { report.note("diskcache is not to be had: it is left out") }
        let outcomes = try Self.sizes.map {
            (size: $0, look: try lookUps($0), store: try stores($0))
        }
        // Last, since it removes files by the thousand.
        for (size, look, store) in outcomes { try conclude(size, look, store, diskCache) }
    }

    private func conclude(
        _ size: Size, _ look: Contest.Outcome, _ store: Contest.Outcome,
        _ diskCache: PythonDiskCache?
    ) throws {
        let columns = ["", "look-up", "× bare", "store", "× bare"]
        var table = Table("Look-up and store of \(size.name), µs", columns: columns)
        for name in look.names {
            table.add(name, cells(look, name) + cells(store, name))
        }
        if let times = try diskCache?.times(size: size.bytes, count: size.count, rounds: 3) {
            let bare = (look.nanoseconds(Name.bare).median, store.nanoseconds(Name.bare).median)
            table.add(
                "diskcache (Python)",
                [
                    .figure(times.look, digits: 2), .figure(times.look * 1e3 / bare.0, digits: 2),
                    .figure(times.store, digits: 2),
                    .figure(times.store * 1e3 / bare.1, digits: 2),
                ])
        }
        report.add(table)
        check("look-up of \(size.name)", look, size.look)
        check("store of \(size.name)", store, size.store)
    }

    private func cells(_ outcome: Contest.Outcome, _ name: String) -> [Table.Cell] {
        [
            .figure(outcome.nanoseconds(name).median / 1e3, digits: 2),
            .figure(outcome.ratio(name, to: Name.bare).median, digits: 2),
        ]
    }

    private func check(
        _ what: String, _ outcome: Contest.Outcome, _ bounds: (bare: Double, file: Double)
    ) {
        report.check(
            .atMost(bounds.bare, "\(what), × the bare call"),
            outcome.ratio(Name.larder, to: Name.bare).median)
        report.check(
            .atLeast(bounds.file, "\(what), times faster than a file an entry"),
            outcome.ratio(Name.file, to: Name.larder).median)
    }

    /// All entries in a random order that is the same for all.
    private func lookUps(_ size: Size) throws -> Contest.Outcome {
        let visits = Array(0..<size.count).shuffledAlike()
        let payload = Self.payload(size.bytes)
        var contest = Contest()
        for (name, make) in peers(size) {
            let peer = try make()
            _ = try peer.storeAll(size.count, payload)
            contest.add(name) { try peer.lookAllUp(visits, size: size.bytes) }
        }
        return try contest.hold(rounds: 2 * rounds + 1)
    }

    /// New keys in an empty store, one after the other.
    private func stores(_ size: Size) throws -> Contest.Outcome {
        let payload = Self.payload(size.bytes)
        var contest = Contest()
        for (name, make) in peers(size) {
            contest.add(name, prepare: make) { try $0.storeAll(size.count, payload) }
        }
        return try contest.hold(rounds: rounds)
    }

    private func peers(_ size: Size) -> [(name: String, make: () throws -> any DiskPeer)] {
        let keys = SpeedKeys.strings(0..<size.count)
        var peers: [(String, () throws -> any DiskPeer)] = [
            (Name.bare, { try BareFile(size: size.bytes) }),
            (Name.larder, { try LarderDisk(keys: keys) }),
            (Name.file, { try FilePerEntry(count: size.count, in: scratch) }),
        ]
        #if canImport(CLMDB)
        peers.append(("LMDB", { try LMDBPeer(keys: keys) }))
        #endif
        #if canImport(CSQLite)
        peers.append(("SQLite", { try SQLitePeer(keys: keys) }))
        #endif
        return peers
    }

    /// The floor and Larder with the same `count` entries of `size` bytes.
    static func filled(_ count: Int, size: Int) throws -> (bare: BareFile, larder: LarderDisk) {
        let payload = payload(size)
        let bare = try BareFile(size: size)
        let larder = try LarderDisk(keys: SpeedKeys.strings(0..<count))
        _ = try bare.storeAll(count, payload)
        _ = try larder.storeAll(count, payload)
        return (bare, larder)
    }

    /// Bytes that do not compress.
    static func payload(_ count: Int) -> Data {
        var random = SeededGenerator(seed: 3)
        return Data((0..<count).map { _ in UInt8.random(in: 0 ... .max, using: &random) })
    }
}
