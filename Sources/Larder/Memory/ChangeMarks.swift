/// Tells whether a key may have been stored or removed since some moment.
///
/// A reader that fetches an older value from below needs to know whether it is still the newest
/// when it arrives, also when the key was stored and evicted meanwhile. So the changes of keys are
/// counted in groups by hash: what one key's neighbours do rarely disturbs it. Nothing is counted
/// before the first reader asks.
@usableFromInline
package struct ChangeMarks: Sendable {
    private var counts: [UInt64] = []

    package init() {}

    private static let groups = 32 * KeyHash.shards

    private func group(_ hash: KeyHash) -> Int {
        KeyHash.handle(slot: Int(hash.tag % 32), shard: hash.shard)
    }
}

extension ChangeMarks {
    /// The mark of the key that hashes to `hash`. It differs after any change of the key.
    @usableFromInline
    mutating func mark(_ hash: KeyHash) -> UInt64 {
        if counts.isEmpty { counts = [UInt64](repeating: 0, count: Self.groups) }
        return counts[group(hash)]
    }

    /// Notes that the key that hashes to `hash` was stored or removed.
    @usableFromInline
    mutating func change(_ hash: KeyHash) {
        if !counts.isEmpty { counts[group(hash)] &+= 1 }
    }

    /// Notes that any key may have changed.
    package mutating func changeAll() {
        for group in counts.indices { counts[group] &+= 1 }
    }
    /// As ``mark(_:)``, of a key whose hash is not at hand.
    package mutating func mark(of key: some Hashable) -> UInt64 { mark(KeyHash(key)) }

    /// As ``change(_:)``, of a key whose hash is not at hand.
    package mutating func change(of key: some Hashable) { change(KeyHash(key)) }
}
