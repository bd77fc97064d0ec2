#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// A tier that counts what happens to it, whoever asks it.
package protocol CountingTier: Sendable {
    /// How often bytes were not what was stored. As cheap as a short lock.
    var damageFound: Int { get }

    /// What it holds and what left it. May take as long as a look-up.
    ///
    /// - Throws: What the tier throws.
    func counts() throws -> TierCounts
}

/// What a tier has counted itself.
package struct TierCounts: Sendable, Hashable {
    /// The entries that it holds, if it knows.
    package var entries: Int?
    /// What it takes, if it knows.
    package var bytes: ByteCount?
    /// Entries that left, by reason.
    package var removals: [String: Int] = [:]
    /// What came to nothing and was told to nobody.
    package var failures = 0

    /// Makes counts of nothing.
    package init() {}
}

extension DiskCache: CountingTier {
    package var damageFound: Int { space.log.counters.withLock { $0.damage } }

    package func counts() throws -> TierCounts {
        let statistics = try statistics
        var counts = TierCounts()
        counts.entries = statistics.entries
        counts.bytes = statistics.bytesInUse
        counts.removals = [
            "evicted": statistics.evictions, "expired": statistics.expirations,
        ]
        return counts
    }
}
