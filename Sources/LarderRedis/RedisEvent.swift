/// Something that happened to a tier's engine.
public enum RedisEvent: Sendable, Hashable {
    /// A connection is ready.
    case connected
    /// A connection broke or could not be made. `isAvailable` says whether requests still wait
    /// for it; if not, its breaker is open: look-ups are misses until the engine is back.
    case disconnected(reason: String, isAvailable: Bool)
    /// The engine refused a command; the text is the engine's.
    case refused(String)
    /// What lay under the key was torn or forged. It was a miss and is removed.
    case damaged(key: String)
}
