/// What a tier has done since it was made, and how it stands.
public struct RedisStatistics: Sendable, Hashable {
    /// Look-ups that found an entry.
    public internal(set) var hits = 0
    /// Look-ups that found none, for whatever reason.
    public internal(set) var misses = 0
    /// Entries that the engine took.
    public internal(set) var stores = 0
    /// Requests without an answer in time, those that an open breaker did not let through
    /// included.
    public internal(set) var failures = 0
    /// Requests that the engine refused.
    public internal(set) var refusals = 0
    /// Entries that were torn or forged.
    public internal(set) var damaged = 0
    /// Keys whose older value the engine has yet to be told to remove.
    public internal(set) var owedRemovals = 0
    /// Whether the engine has yet to be told to remove every entry.
    public internal(set) var owesRemovalOfAll = false
    /// Connections that are ready.
    public internal(set) var readyConnections = 0
}
