/// Whether and when a failed exchange is tried again.
///
/// Only idempotent methods are, and never after the last caller has left. What is tried again is
/// an exchange that broke or took too long, and an answer that asks for it: by `Retry-After`, or by
/// its status. Where nobody could be reached, another attempt a moment later reaches nobody either.
///
/// The wait grows exponentially with full jitter; a server that names a time is obeyed. A budget
/// shared by all loads of a loader keeps a sick server from being hammered.
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
    /// The statuses that are tried again although the answer names no time. By default those that
    /// say so themselves: 408 (Request Timeout) and 425 (Too Early). See ``failures``.
    public var statuses: Set<Int>

    /// Makes a policy.
    public init(
        attempts: Int = 3, firstDelay: Duration = .milliseconds(500),
        longestDelay: Duration = .seconds(10), longestRetryAfter: Duration = .seconds(30),
        budget: Int = 10, statuses: Set<Int> = [408, 425]
    ) {
        self.attempts = attempts
        self.firstDelay = firstDelay
        self.longestDelay = longestDelay
        self.longestRetryAfter = longestRetryAfter
        self.budget = budget
        self.statuses = statuses
    }
}

extension RetryPolicy {
    /// Never: the first failure is the answer.
    public static let never = RetryPolicy(attempts: 1, budget: 0)
    /// Twice more, as the initializer's defaults say.
    public static let standard = RetryPolicy()
    /// Every status by which a server says that it failed or is busy, for ``statuses``.
    public static let failures: Set = [408, 425, 429, 500, 502, 503, 504]

    /// How long to wait before attempt `next` (the first is 1); `nil` means to give up.
    func delay(
        before next: Int, retryAfter: Duration? = nil, random: inout some RandomNumberGenerator
    ) -> Duration? {
        guard next <= attempts else { return nil }
        if let retryAfter { return retryAfter <= longestRetryAfter ? retryAfter : nil }
        let doublings = min(max(0, next - 2), 30)
        let most = min(firstDelay.bounded * (1 << doublings), longestDelay.bounded)
        return most * Double.random(in: 0...1, using: &random)
    }

    /// Whether another attempt may succeed where this error came up.
    static func isWorthRetrying(_ code: LoadError.Code) -> Bool {
        [.connectionLost, .timedOut, .truncated].contains(code)
    }

    /// Whether an answer with this status may be followed by another one to the same request.
    func mayRetry(status: Int, retryAfter: Duration?) -> Bool {
        statuses.contains(status) || (retryAfter != nil && Self.failures.contains(status))
    }
}
