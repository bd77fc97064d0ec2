extension KeyHash {
    /// The hash of the UTF-8 of `text`.
    ///
    /// It is SipHash-1-3 under a random key of the process, as `Hasher` is, and as hard to aim at;
    /// in one piece it takes half the time.
    @usableFromInline
    static func hash(of text: String) -> UInt64 {
        let key = secret
        return text.withContiguousUTF8 { key.hash($0) }
    }

    private static let secret = HashKey.random()
}
