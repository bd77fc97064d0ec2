/// The digest of FIPS 180-4 that JMImageCache named its files by.
///
/// It guards nothing here: it only finds the name that an old file already has. Thirty lines
/// spare every program that links Larder on Linux a cryptographic library.
enum SHA1 {
    /// The digest of `text` in UTF-8 as 40 lower-case hexadecimal digits.
    static func hex(of text: String) -> String {
        digest(Array(text.utf8)).map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 8 - digits.count) + digits
        }.joined()
    }

    private static func digest(_ message: [UInt8]) -> [UInt32] {
        var state: [UInt32] = [
            0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0,
        ]
        let padded = padded(message)
        for start in stride(from: 0, to: padded.count, by: 64) {
            mix(padded[start..<start + 64], into: &state)
        }
        return state
    }

    /// The message, a one bit, zeros, and the message's length in bits: whole blocks of 64 bytes.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        var bytes = message + [0x80]
        bytes += repeatElement(0, count: (120 - bytes.count % 64) % 64)
        let bits = UInt64(message.count) * 8
        return bytes + stride(from: 56, through: 0, by: -8).map { UInt8(bits >> $0 & 0xFF) }
    }

    private static func mix(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words: [UInt32] = stride(from: block.startIndex, to: block.endIndex, by: 4).map { i in
            block[i..<i + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        for i in 16..<80 {
            words.append(rotated(words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1))
        }
        var (a, b, c, d, e) = (state[0], state[1], state[2], state[3], state[4])
        for i in 0..<80 {
            let (choice, constant) = round(i, b, c, d)
            let next = rotated(a, 5) &+ choice &+ e &+ constant &+ words[i]
            (a, b, c, d, e) = (next, a, rotated(b, 30), c, d)
        }
        state = zip(state, [a, b, c, d, e]).map { $0 &+ $1 }
    }

    private static func round(
        _ i: Int, _ b: UInt32, _ c: UInt32, _ d: UInt32
    ) -> (UInt32, UInt32) {
        switch i {
        case ..<20: (b & c | ~b & d, 0x5A82_7999)
        case ..<40: (b ^ c ^ d, 0x6ED9_EBA1)
        case ..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
        default: (b ^ c ^ d, 0xCA62_C1D6)
        }
    }

    private static func rotated(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }
}
