import LarderTesting

/// Repeatable randomness for the drawn pictures.
enum Noise {
    /// Smooth noise from 0 to 1: random values on a lattice, eased between its points.
    static func value(_ x: Double, _ y: Double, seed: UInt64) -> Double {
        let (left, top) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (across, down) = (eased(x - Double(left)), eased(y - Double(top)))
        let upper = mixed(
            lattice(left, top, seed: seed), lattice(left + 1, top, seed: seed), across)
        let lower = mixed(
            lattice(left, top + 1, seed: seed), lattice(left + 1, top + 1, seed: seed), across)
        return mixed(upper, lower, down)
    }

    /// A random value from 0 to 1 that belongs to one point.
    static func lattice(_ x: Int, _ y: Int, seed: UInt64) -> Double {
        var random = SeededGenerator(
            seed: seed ^ UInt64(bitPattern: Int64(x)) &* 0x9E37_79B9_7F4A_7C15
                ^ UInt64(bitPattern: Int64(y)) &* 0xC2B2_AE3D_27D4_EB4F)
        return random.unit()
    }

    private static func mixed(_ a: Double, _ b: Double, _ part: Double) -> Double {
        a + (b - a) * part
    }

    private static func eased(_ t: Double) -> Double { t * t * (3 - 2 * t) }
}

extension SeededGenerator {
    /// The next value from 0 to 1.
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}
