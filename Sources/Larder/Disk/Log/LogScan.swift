/// What a pack's file holds, as far as it can be told without the control page.
struct PackScan: Hashable, Sendable {
    var number: UInt32
    /// Behind the last record that can be told, its seal not counted; `nil` when not even the
    /// pack's header can be.
    var end: Int?
    /// Whether the pack is whole: sealed, with nothing missing before the seal.
    var isSealed = false
    /// Whether bytes follow that are no record.
    var hasRest = false
    var lastBarrier = 0
    var lastSynced = 0
}

/// Where a log begins and ends whose control page cannot be believed.
///
/// Pure: it decides on what was scanned. A hole in the log is a pack that is missing or not
/// whole, though another follows, or a tail that does not read.
struct LogScan: Hashable, Sendable {
    /// The packs that are kept, oldest first.
    var packs: [PackScan]
    /// Whether anything was given up that may have been acknowledged.
    var isDamaged = false

    /// Decides.
    ///
    /// After a loss of power, what was never made durable may be missing, wholly or in part. A
    /// barrier record says that all before it was durable when it was written. So a hole with no
    /// barrier behind it is where the log ends: all behind it is undone. Any other hole is
    /// damage: what is older is dropped, since a newer value may have been lost in the hole.
    init(_ scans: [PackScan], afterPowerLoss: Bool) {
        packs = []
        let lastBarrier = scans.last { $0.end != nil && $0.lastBarrier > 0 }.map {
            Address(pack: $0.number, offset: $0.lastBarrier)
        }
        for scan in scans {
            if let hole = hole(before: scan) {
                isDamaged = true
                if afterPowerLoss, lastBarrier.map({ $0 < hole }) ?? false { return }
                packs = []
            }
            if scan.end != nil { packs.append(scan) } else { isDamaged = true }
        }
        guard !afterPowerLoss, let last = packs.last, last.hasRest else { return }
        // Without the page nobody can tell a torn last write from a damaged record.
        isDamaged = true
        packs = []
    }

    private func hole(before scan: PackScan) -> Address? {
        guard let last = packs.last, let end = last.end else { return nil }
        let follows = last.isSealed && scan.number == last.number + 1 && scan.end != nil
        return follows ? nil : Address(pack: last.number, offset: end)
    }
}

extension LogScan {
    /// More packs than a loss of power can take from within a log.
    private static let longestGap: UInt32 = 1 << 16
    /// No log goes on long enough to get behind it.
    private static let farthest = Address.packLimit / 4

    /// Leaves out files that lie far behind the rest and do not begin as packs. Somebody has put
    /// them there, and nothing is lost in them.
    static func withoutStrays(_ scans: [PackScan]) -> [PackScan] {
        var scans = scans
        while let last = scans.last, last.end == nil,
            last.number > scans.dropLast().last.map({ $0.number + longestGap }) ?? farthest
        {
            scans.removeLast()
        }
        return scans
    }
}

extension LogScan {
    /// Ends the log at `place`.
    mutating func cut(at place: Address) {
        packs.removeAll { $0.number > place.pack }
        guard let last = packs.indices.last, packs[last].number == place.pack else { return }
        packs[last].end = place.offset
        packs[last].isSealed = false
        if packs[last].lastSynced >= place.offset { packs[last].lastSynced = 0 }
    }

    /// The last record that was written behind a flush.
    var lastBarrier: Address? { last(\.lastBarrier) }
    /// The last record that is to survive a loss of power.
    var lastSynced: Address? { last(\.lastSynced) }

    private func last(_ offset: KeyPath<PackScan, Int>) -> Address? {
        packs.last { $0[keyPath: offset] > 0 }.map {
            Address(pack: $0.number, offset: $0[keyPath: offset])
        }
    }
}
