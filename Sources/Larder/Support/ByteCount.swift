/// A number of bytes.
///
/// Sizes and capacities carry their unit, so a bare `200` never has to be guessed at.
/// Arithmetic saturates at `Int.max` instead of trapping.
public struct ByteCount: Hashable, Sendable {
    /// The count, in bytes.
    public var bytes: Int

    /// Makes a count of `bytes` bytes.
    public init(bytes: Int) {
        self.bytes = bytes
    }
}

extension ByteCount {
    /// No bytes.
    public static let zero = ByteCount(bytes: 0)

    /// `count` bytes.
    public static func bytes(_ count: Int) -> ByteCount { ByteCount(bytes: count) }

    /// `count` kibibytes: 1,024 bytes each.
    public static func kibibytes(_ count: Int) -> ByteCount { scaled(count, by: 1 << 10) }

    /// `count` mebibytes: 1,024 kibibytes each.
    public static func mebibytes(_ count: Int) -> ByteCount { scaled(count, by: 1 << 20) }

    /// `count` gibibytes: 1,024 mebibytes each.
    public static func gibibytes(_ count: Int) -> ByteCount { scaled(count, by: 1 << 30) }

    private static func scaled(_ count: Int, by unit: Int) -> ByteCount {
        let (product, overflow) = count.multipliedReportingOverflow(by: unit)
        return ByteCount(bytes: overflow ? (count < 0 ? .min : .max) : product)
    }
}

extension ByteCount: AdditiveArithmetic, Comparable {
    /// Whether `lhs` is fewer bytes than `rhs`.
    public static func < (lhs: ByteCount, rhs: ByteCount) -> Bool { lhs.bytes < rhs.bytes }

    /// The sum, or `Int.max` bytes if it is larger than that.
    public static func + (lhs: ByteCount, rhs: ByteCount) -> ByteCount {
        let (sum, overflow) = lhs.bytes.addingReportingOverflow(rhs.bytes)
        return ByteCount(bytes: overflow ? (rhs.bytes < 0 ? .min : .max) : sum)
    }

    /// The difference, or the nearest representable count if it is out of range.
    public static func - (lhs: ByteCount, rhs: ByteCount) -> ByteCount {
        let (difference, overflow) = lhs.bytes.subtractingReportingOverflow(rhs.bytes)
        return ByteCount(bytes: overflow ? (rhs.bytes < 0 ? .max : .min) : difference)
    }
}

extension ByteCount: CustomStringConvertible {
    /// The count in the largest binary unit that keeps it at 1 or more, as in `1.5 MiB`.
    public var description: String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"]
        var value = Double(bytes)
        var unit = 0
        while abs(value) >= 1024, unit < units.count - 1 {
            value /= 1024
            unit += 1
        }
        let tenths = (value * 10).rounded() / 10
        let isWhole = unit == 0 || tenths == tenths.rounded()
        return "\(isWhole ? String(Int(tenths)) : String(tenths)) \(units[unit])"
    }
}
