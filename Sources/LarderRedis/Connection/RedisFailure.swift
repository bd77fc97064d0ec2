/// Why a request to the engine got no answer.
enum RedisFailure: Error, Sendable, Equatable {
    /// The deadline passed. Whether the request was carried out is not known.
    case timedOut
    /// The connection broke. Whether the request was carried out is not known.
    case lost
    /// The breaker is open. Nothing was sent.
    case unavailable
}
