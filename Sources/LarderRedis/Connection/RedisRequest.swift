/// A request under way and what becomes of it. Both closures run on the client's thread and must
/// not block.
struct RedisRequest: Sendable {
    /// Sees every answer in the order in which the engine gave it, also one that is too late for
    /// the caller.
    let observe: @Sendable ([RESPValue]) -> Void
    /// Called once, after `observe` if the answer came in time.
    let complete: @Sendable (Result<[RESPValue], RedisFailure>) -> Void
}
