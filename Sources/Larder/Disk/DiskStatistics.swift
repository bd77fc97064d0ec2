import Synchronization

/// What is in a ``DiskCache``, and what happened to it since this process opened it.
public struct DiskStatistics: Sendable, Hashable {
    /// The entries, expired ones included until the hand passes them.
    public var entries = 0
    /// What all files take together: what the capacity limits.
    public var bytesInUse = ByteCount.zero
    /// What the newest records of all keys take in the log; payloads in files of their own not
    /// counted.
    public var liveBytes = ByteCount.zero
    /// What superseded and removed records take, until the hand passes them.
    public var deadBytes = ByteCount.zero
    /// The pack files.
    public var packs = 0
    /// Look-ups by this process that found an entry.
    public var hits = 0
    /// Look-ups by this process that found none.
    public var misses = 0
    /// Live entries that this process has evicted.
    public var evictions = 0
    /// Expired entries that this process has dropped as the hand passed them.
    public var expirations = 0
    /// How often bytes did not read as they were written, in a record or a whole pack.
    public var damage = 0
    /// How often a change had to wait for another process's.
    public var lockWaits = 0

    /// Makes empty statistics.
    public init() {}
}

/// A bucket's share of the ``DiskStatistics``.
public struct DiskBucketStatistics: Sendable, Hashable {
    /// The bucket's entries.
    public var entries: Int
    /// What their records take in the log; payloads in files of their own not counted.
    public var recordBytes: ByteCount
    /// Look-ups by this process that found an entry.
    public var hits: Int
    /// Look-ups by this process that found none.
    public var misses: Int
}

extension DiskLog {
    func statistics() throws -> DiskStatistics {
        try catchUp()
        forgetPassed()
        var statistics = DiskStatistics()
        for counts in allBuckets.map(\.counts) {
            statistics.entries += counts.entries
            statistics.liveBytes += .bytes(counts.recordBytes)
            statistics.hits += counts.hits
            statistics.misses += counts.misses
        }
        let counters = counters.withLock { $0 }
        statistics.evictions = counters.evictions
        statistics.expirations = counters.expirations
        statistics.damage = counters.damage
        statistics.lockWaits = counters.lockWaits
        try addSizes(to: &statistics)
        return statistics
    }

    private func addSizes(to statistics: inout DiskStatistics) throws {
        do throws(Errno) {
            let log = try logBytes()
            let inUse = isReadOnly ? try LogHousekeeping(self).countBytes() : inUseByPage
            statistics.bytesInUse = .bytes(inUse)
            statistics.deadBytes = .bytes(max(0, log - statistics.liveBytes.bytes))
            if let hand = control.address(.hand), let end = control.address(.end) {
                statistics.packs = Int(end.pack - min(hand.pack, end.pack)) + 1
            }
        } catch {
            throw failure(error, "Counting")
        }
    }

    private var inUseByPage: Int { Int(control[.bytesInUse] ?? 0) }
}
