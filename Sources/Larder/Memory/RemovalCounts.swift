/// How many entries left, by reason. A dictionary would be hashed into at every eviction.
@usableFromInline
struct RemovalCounts: Sendable {
    private var counts = [Int](repeating: 0, count: RemovalReason.allCases.count)

    init() {}
}

extension RemovalCounts {
    @usableFromInline
    mutating func add(_ reason: RemovalReason) {
        counts[reason.number] += 1
    }

    /// The counts that are not zero.
    var byReason: [RemovalReason: Int] {
        let all = RemovalReason.allCases.map { ($0, counts[$0.number]) }
        return Dictionary(uniqueKeysWithValues: all.filter { $0.1 > 0 })
    }
}

extension RemovalReason {
    fileprivate var number: Int {
        switch self {
        case .evicted: 0
        case .trimmed: 1
        case .expired: 2
        case .replaced: 3
        case .removed: 4
        }
    }
}
