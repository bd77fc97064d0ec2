/// Whether and when a failed exchange is tried again.
///
/// Only idempotent methods are, and never after the last caller has left. The wait grows
/// exponentially with full jitter; a server that names a time is obeyed. A budget shared by all
/// loads of a loader keeps a sick server from being hammered.
public struct RetryPolicy: Sendable, Hashable {
    /// How often a request is sent at most; 1 means never again.
    public var attempts: Int
    /// The most that is waited before the second attempt; it doubles with each further one.
    public var firstDelay: Duration
    /// The most that is waited before any attempt.
    public var longestDelay: Duration
    /// A `Retry-After` longer than this is not waited for: the answer is handed out.
    public var longestRetryAfter: Duration
    /// How many retries may be made at once, before successes earn new ones.
    public var budget: Int

    /// Makes a policy.
    public init(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(500),
        longestDelay: Duration = .seconds(10), longestRetryAfter: Duration = .seconds(30),
        budget: Int = 10
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.longestRetryAfter = longestRetryAfter
        self.budget = budget
    }
}

extension RetryPolicy {
    /// Never: the first failure is the answer.
    public static let never = RetryPolicy(attempts: 1, budget: 0)
    /// Twice more, as the initializer's defaults say.
    public static let standard = RetryPolicy()

    /// How long to wait before attempt `next` (the first is 1); `nil` means to give up.
    func delay(
        before next: Int, retryAfter: Duration? = nil, random: inout some RandomNumberGenerator
    ) -> Duration? {
        guard next <= attempts else { return nil }
        if let retryAfter { return retryAfter <= longestRetryAfter ? retryAfter : nil }
        let doublings = min(max(0, next - 2), 30)
        let most = min(firstDelay * (1 << doublings), longestDelay)
        return most * Double.random(in: 0...1, using: &random)
    }

    /// Whether another attempt may succeed where this error came up.
    static func isWorthRetrying(_ code: LoadError.Code) -> Bool {
        let codes: [LoadError.Code] = [
            .hostNotFound, .connectionRefused, .connectionLost, .timedOut, .truncated,
        ]
        return codes.contains(code)
    }

    /// Whether another attempt may bring another status.
    static func isWorthRetrying(status: Int) -> Bool {
        [408, 425, 429, 500, 502, 503, 504].contains(status)
    }
}
