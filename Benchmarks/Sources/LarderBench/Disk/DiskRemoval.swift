import Foundation
import Larder

/// What removing keys costs that are not there, in a full cache whose hand moves on.
struct DiskRemoval {
    let report: Report
    let rounds: Int
}

extension DiskRemoval {
    private static let count = 5_000

    func measure() throws {
        let payload = DiskSpeed.payload(1_000)
        let peer = try LarderDisk(keys: SpeedKeys.strings(0..<100_000), capacity: .mebibytes(64))
        var next = try peer.storeAll(peer.keys.count, payload)
        let absent = SpeedKeys.strings(1_000_000..<1_000_000 + Self.count)
        // The newest, which no round's stores reach.
        func newest() throws -> [String] {
            peer.keys = SpeedKeys.strings(next..<next + Self.count)
            next += try peer.storeAll(Self.count, payload)
            return peer.keys
        }
        var contest = Contest()
        contest.add("look-up", prepare: newest) { keys in
            for key in keys where try peer.cache.data(forKey: key) == nil {
                throw PeerFailure("\(key) is not there")
            }
            return keys.count
        }
        contest.add("removal of an absent key", prepare: newest) { _ in
            for key in absent { try peer.cache.remove(forKey: key) }
            return absent.count
        }
        let outcome = try contest.hold(rounds: 2 * rounds + 1)
        report.add(
            Table(
                "In a full cache of entries of 1 KB", columns: ["", "µs"], of: outcome, digits: 2
            ) {
                $0 / 1e3
            })
    }
}
