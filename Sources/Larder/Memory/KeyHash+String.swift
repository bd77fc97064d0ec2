import CLarderSystem

extension KeyHash {
    /// The hash of `text`.
    ///
    /// It is SipHash-1-3 under a random key of the process, as `Hasher` is, and as hard to aim at;
    /// in one piece it takes half the time. Strings are equal when their canonical forms are, so
    /// only of ASCII, which is its own, the bytes are hashed. All else is left to `Hasher`.
    @usableFromInline
    static func hash(of text: String) -> UInt64 {
        asciiHash(of: text) ?? hash(ofUnicode: text)
    }

    private static let secret = HashKey.random()

    private static func asciiHash(of text: String) -> UInt64? {
        let key = secret
        return text.withContiguousUTF8 { bytes in
            var hash: UInt64 = 0
            let isASCII = larder_siphash13_ascii(
                key.first, key.second, bytes.baseAddress, bytes.count, &hash)
            return isASCII == 0 ? nil : hash
        }
    }

    private static func hash(ofUnicode text: String) -> UInt64 {
        let isLikeASCII = text.unicodeScalars.allSatisfy { $0.isASCII || asciiTwins[$0] != nil }
        if isLikeASCII {
            let twin = String(
                String.UnicodeScalarView(text.unicodeScalars.map { asciiTwins[$0] ?? $0 }))
            if let hash = asciiHash(of: twin) { return hash }
        }
        var hasher = Hasher()
        hasher.combine(text)
        return UInt64(truncatingIfNeeded: hasher.finalize())
    }

    /// The characters whose canonical form is ASCII: the Kelvin sign, the Greek question mark and
    /// the Greek grave accent. Unicode lets no character join them (its policy on the stability of
    /// normalization).
    private static let asciiTwins: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{212A}": "K", "\u{037E}": ";", "\u{1FEF}": "`",
    ]
}
