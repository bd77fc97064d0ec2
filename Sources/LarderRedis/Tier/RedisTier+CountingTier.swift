package import Larder

extension RedisTier: CountingTier {
    package var damageFound: Int { statistics.damaged }

    package func counts() -> TierCounts {
        let statistics = statistics
        var counts = TierCounts()
        counts.failures = statistics.failures + statistics.refusals
        return counts
    }
}
