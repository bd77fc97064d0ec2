import CLarderSystem

/// A key as caches tell keys apart: texts by their UTF-8, all else by its own `==`.
///
/// `String`'s `==` takes "é" for an "e" with an accent after it, whose bytes are others. A disk, an
/// engine and a folder do not, so no table of keys may: it would serve under the one what was
/// stored under the other.
@usableFromInline
package struct ExactKey<Key: Hashable> {
    package let key: Key

    package init(_ key: Key) {
        self.key = key
    }
}

extension ExactKey: Sendable where Key: Sendable {}

extension ExactKey: Hashable {
    @usableFromInline
    package static func == (lhs: ExactKey, rhs: ExactKey) -> Bool { areSame(lhs.key, rhs.key) }

    @usableFromInline
    package func hash(into hasher: inout Hasher) {
        guard Key.self == String.self, let text = key as? String else {
            return hasher.combine(key)
        }
        text.withContiguousUTF8 { hasher.combine(bytes: $0) }
        // Of two texts in a row the end of the first counts too. No UTF-8 has this byte.
        hasher.combine(UInt8.max)
    }

    /// Whether two keys are the same.
    @inlinable @inline(__always)
    static func areSame(_ one: Key, _ other: Key) -> Bool {
        if Key.self == String.self, let one = one as? String, let other = other as? String {
            return one.hasSameBytes(as: other)
        }
        return one == other
    }
}

extension String {
    /// Readonly, as `==` is: so that no caller counts a reference to what he compares.
    @usableFromInline @_effects(readonly)
    func hasSameBytes(as other: String) -> Bool {
        hasSameWords(as: other)
            || withContiguousUTF8 { own in
                other.withContiguousUTF8 { others in
                    own.count == others.count
                        && larder_are_same(own.baseAddress, others.baseAddress, own.count) != 0
                }
            }
    }

    /// Whether both are the same few bytes, or share their storage: the quickest there is to see.
    ///
    /// Safe because a text is its two words and nothing else, whatever they mean.
    private func hasSameWords(as other: String) -> Bool {
        typealias Words = (UInt64, UInt64)
        return MemoryLayout<String>.size == MemoryLayout<Words>.size
            && unsafeBitCast(self, to: Words.self) == unsafeBitCast(other, to: Words.self)
    }
}
