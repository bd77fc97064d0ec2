/// Arithmetic on parts of pixels, where 255 stands for 1.
enum PixelMath {
    /// `lhs × rhs / 255`, rounded to the nearest; exact for all pairs.
    @inline(__always)
    static func product(_ lhs: UInt8, _ rhs: UInt8) -> UInt8 {
        let sum = UInt32(lhs) * UInt32(rhs) + 128
        return UInt8(truncatingIfNeeded: (sum + (sum >> 8)) >> 8)
    }

    /// `value` rounded and clamped to a byte.
    @inline(__always)
    static func byte(_ value: Double) -> UInt8 {
        UInt8(min(max(value.rounded(), 0), 255))
    }
}
