import Synchronization

/// What a tier counts. Callers count at every look-up, so they share no lock for it.
struct Tallies: ~Copyable, Sendable {
    enum Figure { case hits, misses, stores, failures, refusals, damaged }

    private let hits = Atomic(0)
    private let misses = Atomic(0)
    private let stores = Atomic(0)
    private let failures = Atomic(0)
    private let refusals = Atomic(0)
    private let damaged = Atomic(0)
}

extension Tallies {
    func count(_ figure: Figure) {
        switch figure {
        case .hits: hits.add(1, ordering: .relaxed)
        case .misses: misses.add(1, ordering: .relaxed)
        case .stores: stores.add(1, ordering: .relaxed)
        case .failures: failures.add(1, ordering: .relaxed)
        case .refusals: refusals.add(1, ordering: .relaxed)
        case .damaged: damaged.add(1, ordering: .relaxed)
        }
    }

    var statistics: RedisStatistics {
        var statistics = RedisStatistics()
        statistics.hits = hits.load(ordering: .relaxed)
        statistics.misses = misses.load(ordering: .relaxed)
        statistics.stores = stores.load(ordering: .relaxed)
        statistics.failures = failures.load(ordering: .relaxed)
        statistics.refusals = refusals.load(ordering: .relaxed)
        statistics.damaged = damaged.load(ordering: .relaxed)
        return statistics
    }
}
