/// The rank of an entry in the main queue: the least leaves first.
///
/// A fixed-point number that wraps. Two priorities that are compared are never further apart than
/// the greatest rise, 8, so their wrapped difference tells which is less, for ever and in 32 bits.
struct Priority: Sendable, Equatable {
    private(set) var rawValue: UInt32 = 0
}

extension Priority {
    /// 8 is then 2³⁰, within half the range; the rise of a gibibyte used once is 2¹³.
    private static let one = Double(1 << 27)

    /// The priority of an entry that enters when this is the highest that left.
    func raised(uses: UInt8, cost: Int) -> Priority {
        let rise = Double(min(uses, UseMark.mostUses) + 1) / Double(max(cost, 1)).squareRoot()
        return Priority(rawValue: rawValue &+ UInt32(rise * Self.one))
    }
}

extension Priority: Comparable {
    static func < (lhs: Priority, rhs: Priority) -> Bool {
        Int32(bitPattern: lhs.rawValue &- rhs.rawValue) < 0
    }
}
