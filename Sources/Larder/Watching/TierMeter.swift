#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// What one tier's look-ups come to while somebody watches.
final class TierMeter: Sendable {
    struct Tally: Sendable {
        var failures: [TierTask: Int] = [:]
        /// The damage that the tier had found when it was last asked.
        var damage = 0
        var lookUps = Histogram()
    }

    let tier: any CacheTier
    let counting: (any CountingTier)?
    let name: String
    private let hitCount = Atomic(0)
    private let missCount = Atomic(0)
    private let tally = Mutex(Tally())

    init(_ tier: any CacheTier) {
        self.tier = tier
        counting = tier as? any CountingTier
        name =
            switch tier {
            case is MemoryCache<String, Data>: "memory"
            case is DiskCache: "disk"
            default: String(describing: type(of: tier))
            }
        let damage = counting?.damageFound ?? 0
        tally.withLock { $0.damage = damage }
    }
}

extension TierMeter {
    /// Reading the clock twice costs as much as a hit in memory, so one look-up in so many is
    /// timed.
    private static let timed = 16

    var isToBeTimed: Bool {
        let count =
            hitCount.load(ordering: .relaxed) &+ missCount.load(ordering: .relaxed)
        return count % Self.timed == 0
    }

    func time(_ duration: Duration) { tally.withLock { $0.lookUps.add(duration) } }

    func hit() { hitCount.wrappingAdd(1, ordering: .relaxed) }

    func miss() { missCount.wrappingAdd(1, ordering: .relaxed) }

    func fail(_ task: TierTask) { tally.withLock { $0.failures[task, default: 0] += 1 } }

    /// How much damage the tier has found since this was last asked.
    func newDamage() -> Int {
        guard let count = counting?.damageFound else { return 0 }
        return tally.withLock { tally in
            defer { tally.damage = max(count, tally.damage) }
            return max(0, count - tally.damage)
        }
    }

    /// Look-ups that found something. Memory counts its own.
    var hits: Int { memory?.statistics.hits ?? hitCount.load(ordering: .relaxed) }

    var misses: Int { memory?.statistics.misses ?? missCount.load(ordering: .relaxed) }

    var memory: MemoryCache<String, Data>? { tier as? MemoryCache<String, Data> }

    var counts: Tally { tally.withLock { $0 } }
}
