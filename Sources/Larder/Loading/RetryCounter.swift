import Synchronization

/// The retry budget that all loads of a loader share.
final class RetryCounter: Sendable {
    let policy: RetryPolicy
    private let budget: Mutex<RetryBudget>

    init(_ policy: RetryPolicy) {
        self.policy = policy
        budget = Mutex(RetryBudget(policy.budget))
    }
}

extension RetryCounter {
    /// How long to wait before attempt `next`, which is taken from the budget; `nil` means to
    /// give up.
    func delay(
        before next: Int, retryAfter: Duration?, random: RandomSource
    ) -> Duration? {
        var random = random
        guard let delay = policy.delay(before: next, retryAfter: retryAfter, random: &random)
        else { return nil }
        return budget.withLock { $0.spend() } ? delay : nil
    }

    /// Counts an exchange that succeeded.
    func earn() { budget.withLock { $0.earn() } }
}
