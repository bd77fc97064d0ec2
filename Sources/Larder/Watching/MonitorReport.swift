/// What a ``Monitor`` has counted, at one moment.
///
/// Its JSON, by `JSONEncoder`, has the names of its properties and keeps them: sizes are bytes,
/// times are seconds, a histogram has the counts between ``Histogram/bounds``.
public struct MonitorReport: Sendable, Hashable, Codable {
    /// One tier's figures.
    public struct Tier: Sendable, Hashable, Codable {
        /// `memory`, `disk`, `pictures` (decoded ones) or the tier's type. Unlike all others.
        public var name: String
        /// Look-ups that found an entry. Of memory and pictures, since these were made; of a tier
        /// below, since it was first watched, and only those that were not answered above it.
        public var hits = 0
        /// Look-ups that found none.
        public var misses = 0
        /// What it could not do, by task. To a loader such a look-up is a miss.
        public var failures: [String: Int] = [:]
        /// How often it found bytes that are not what was stored.
        public var damageFound = 0
        /// What it holds, if it knows.
        public var entries: Int?
        /// What it takes, if it knows.
        public var bytes: Int?
        /// Entries that left, by reason: see ``RemovalReason``.
        public var removals: [String: Int] = [:]
        /// How long every 16th look-up took; empty for memory.
        public var lookUpTimes = Histogram()
    }

    /// The loads' figures.
    public struct Loads: Sendable, Hashable, Codable {
        /// Exchanges with the origin that are under way.
        public var inFlight = 0
        /// Answers that the cache alone gave.
        public var cacheAnswers = 0
        /// How long the other answers took to their head, from when it was clear that the origin
        /// was needed, by ``Response/Source``.
        public var answerTimes: [String: Histogram] = [:]
        /// Loads that failed, by ``LoadError/Code``, or `cancelled`.
        public var failures: [String: Int] = [:]
        /// What came over the network, heads included.
        public var receivedBytes = 0
    }

    /// The tiers from the top.
    public var tiers: [Tier]
    /// The loads; `nil` for the monitor of a cache without a loader.
    public var loads: Loads?
}

extension MonitorReport.Tier {
    /// The share of look-ups that found an entry, or `nil` before the first one.
    public var hitRatio: Double? {
        hits + misses == 0 ? nil : Double(hits) / Double(hits + misses)
    }
}
