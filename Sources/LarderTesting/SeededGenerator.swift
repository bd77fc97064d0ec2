/// Random numbers that are the same in every run and on every machine.
///
/// SplitMix64 (Steele et al., OOPSLA 2014): fast, and good enough for everything but secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Makes a generator. The same `seed` gives the same numbers.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension SeededGenerator {
    /// A number from 0 to below `limit`; 0 when `limit` is 0.
    package mutating func below(_ limit: Int) -> Int {
        limit == 0 ? 0 : Int(next() % UInt64(limit))
    }
}
