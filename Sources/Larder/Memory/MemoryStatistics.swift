/// What happened in a ``MemoryCache`` since it was made, and what it holds.
public struct MemoryStatistics: Sendable, Hashable {
    /// Look-ups that found a value. `peek` and `contains` count nowhere.
    public internal(set) var hits = 0

    /// Look-ups that found none, or one that had expired.
    public internal(set) var misses = 0

    /// Those hits that were answered by a value that had left the cache but was still in use
    /// elsewhere.
    public internal(set) var revivals = 0

    /// Entries stored, replacements included.
    public internal(set) var insertions = 0

    /// Entries that were handed back because they were over half the capacity or already expired.
    public internal(set) var refusals = 0

    /// Entries that left, by reason.
    public internal(set) var removals: [RemovalReason: Int] = [:]

    /// What the entries cost together.
    public internal(set) var bytes = ByteCount.zero

    /// How many entries there are, expired ones that nobody asked for included.
    public internal(set) var entries = 0
}

extension MemoryStatistics {
    /// Entries that left to make room.
    public var evictions: Int { removals[.evicted, default: 0] }

    /// The share of look-ups that found a value, or `nil` before the first one.
    public var hitRatio: Double? {
        hits + misses == 0 ? nil : Double(hits) / Double(hits + misses)
    }
}
