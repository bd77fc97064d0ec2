import Synchronization

/// What loads come to while somebody watches.
final class LoadMeter: Sendable {
    struct Tally: Sendable {
        /// How long answers took that needed the origin.
        var answers: [Response.Source: Histogram] = [:]
        var failures: [String: Int] = [:]
        var receivedBytes = 0
        var lastLoad = 0
    }

    private let cached = Atomic(0)
    private let tally = Mutex(Tally())
}

extension LoadMeter {
    func answeredFromCache() { cached.wrappingAdd(1, ordering: .relaxed) }

    func change<Result: Sendable>(_ body: (inout Tally) -> Result) -> Result {
        tally.withLock { body(&$0) }
    }

    /// Answers that the cache alone could give.
    var cachedAnswers: Int { cached.load(ordering: .relaxed) }

    var counts: Tally { tally.withLock { $0 } }
}
