/// How many retries are left: each costs one, each success earns a tenth, up to the limit.
struct RetryBudget {
    private var tenths: Int
    private let limit: Int

    init(_ retries: Int) {
        limit = min(max(0, retries), 1 << 32) * 10
        tenths = limit
    }
}

extension RetryBudget {
    /// Takes one retry. `false` when none is left.
    mutating func spend() -> Bool {
        guard tenths >= 10 else { return false }
        tenths -= 10
        return true
    }

    /// Counts an exchange that succeeded.
    mutating func earn() { tenths = min(limit, tenths + 1) }
}
