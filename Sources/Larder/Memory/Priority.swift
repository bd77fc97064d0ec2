/// The rank of an entry in the main queue: the least leaves first.
///
/// A fixed-point number that wraps. Two priorities that are compared are never further apart than
/// the greatest rise, 16, so their wrapped difference tells which is less, for ever and in 32 bits.
struct Priority: Sendable, Equatable {
    private(set) var rawValue: UInt32 = 0
}

extension Priority {
    /// 16 is then 2³⁰, within half the range; the rise of a gibibyte used once is 2¹⁷.
    private static let one = Double(1 << 26)

    /// The priority of an entry that enters when this is the highest that left.
    func raised(uses: UInt8, cost: Int) -> Priority {
        let rise = Double(min(uses, UseMark.mostUses) + 1) * Self.inverseCubeRoot(cost)
        return Priority(rawValue: rawValue &+ UInt32(rise * Self.one))
    }

    /// `cost` to the power of −1/3, to within 10⁻⁵.
    static func inverseCubeRoot(_ cost: Int) -> Double {
        let cost = Double(max(cost, 1))
        let thirds = Int(cost.exponent)
        var root = Double(sign: .plus, exponent: -(thirds / 3), significand: 1)
        root *= guesses[thirds % 3]
        // Newton's steps for x⁻³ = cost; each squares the error, 13 % at first.
        for _ in 0..<4 { root *= (4 - cost * root * root * root) / 3 }
        return root
    }

    /// 2 to the powers of −1/6, −3/6 and −5/6: the middle of each third of an octave.
    private static let guesses = [0.8909, 0.7071, 0.5612]
}

extension Priority: Comparable {
    static func < (lhs: Priority, rhs: Priority) -> Bool {
        Int32(bitPattern: lhs.rawValue &- rhs.rawValue) < 0
    }
}
