/// How many entries left, by reason. A dictionary would be hashed into at every eviction, and an
/// array looked after as an object.
@usableFromInline
struct RemovalCounts: Sendable {
    private var evicted = 0
    private var trimmed = 0
    private var expired = 0
    private var replaced = 0
    private var removed = 0

    init() {}
}

extension RemovalCounts {
    @usableFromInline
    mutating func add(_ reason: RemovalReason) {
        switch reason {
        case .evicted: evicted += 1
        case .trimmed: trimmed += 1
        case .expired: expired += 1
        case .replaced: replaced += 1
        case .removed: removed += 1
        }
    }

    /// The counts that are not zero.
    var byReason: [RemovalReason: Int] {
        let all: [RemovalReason: Int] = [
            .evicted: evicted, .trimmed: trimmed, .expired: expired, .replaced: replaced,
            .removed: removed,
        ]
        return all.filter { $0.value > 0 }
    }
}
