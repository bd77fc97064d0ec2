import CLarderSystem

/// A secret that the machines of a fleet share, and the engine does not know.
///
/// With it, entries carry keyed digests (SipHash-2-4), so whoever can write to the engine, but
/// does not know the secret, cannot make the fleet serve anything: what he writes is a miss. He
/// can still remove entries, and put an entry's own older state back.
public struct RedisDigestKey: Sendable, Hashable {
    private let first: UInt64
    private let second: UInt64

    /// A key of 128 bits. Take them from a source of randomness and keep them secret.
    public init(_ first: UInt64, _ second: UInt64) {
        self.first = first
        self.second = second
    }
}

extension RedisDigestKey {
    /// The digest of `bytes`.
    func digest(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        larder_siphash24(first, second, bytes.baseAddress, bytes.count)
    }

    /// A key for another purpose. What is signed for one purpose then says nothing for another.
    func derived(for purpose: UInt8) -> RedisDigestKey {
        RedisDigestKey(
            withUnsafeBytes(of: (purpose, UInt8(1))) { digest($0) },
            withUnsafeBytes(of: (purpose, UInt8(2))) { digest($0) })
    }
}
