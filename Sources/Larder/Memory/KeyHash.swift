/// A key's hash, taken once: which shard the key belongs to, and how it is found there.
@usableFromInline
struct KeyHash: Sendable {
    @usableFromInline let tag: UInt32
    @usableFromInline let shard: Int

    @inlinable
    init<Key: Hashable>(_ key: Key) {
        if Key.self == String.self, let text = key as? String {
            self.init(Self.hash(of: text))
            return
        }
        // `Hasher` also where a type has an old `hashValue` of its own: its bits are mixed well
        // and seeded anew in every process, so keys cannot be chosen to collide.
        var hasher = Hasher()
        hasher.combine(key)
        self.init(UInt64(truncatingIfNeeded: hasher.finalize()))
    }

    @inlinable
    init(_ hash: UInt64) {
        tag = UInt32(truncatingIfNeeded: hash &>> 32)
        shard = Int(truncatingIfNeeded: hash) & (Self.shards - 1)
    }

    /// A power of two. A look-up waits for a writer only if both are at one shard.
    @inlinable static var shards: Int { 64 }
}

extension KeyHash {
    init(tag: UInt32, shard: Int) {
        self.tag = tag
        self.shard = shard
    }

    /// The handle of slot `slot` in shard `shard`.
    @inlinable
    static func handle(slot: Int, shard: Int) -> Handle { slot * shards + shard }

    /// Where the entry of `handle` lies.
    @inlinable
    static func place(of handle: Handle) -> (slot: Int, shard: Int) {
        (handle / shards, handle % shards)
    }
}
