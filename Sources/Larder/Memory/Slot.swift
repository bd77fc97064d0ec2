/// One entry as its shard keeps it: key, value and 32 bytes.
@usableFromInline
struct Slot<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let key: Key
    @usableFromInline var value: Value

    /// When the entry expires, in nanoseconds of uptime; ``never`` for most.
    @usableFromInline var deadline: Int64

    /// What few entries have.
    @usableFromInline var extras: SlotExtras?

    @usableFromInline let tag: UInt32
    @usableFromInline var mark: UseMark
    @usableFromInline var version: SlotVersion

    @inlinable
    init(
        key: Key, tag: UInt32, value: Value, terms: SlotTerms, mark: UseMark, version: SlotVersion
    ) {
        self.key = key
        self.tag = tag
        self.value = value
        self.mark = mark
        self.version = version
        deadline = terms.deadline
        extras = terms.extras
    }
}

extension Slot {
    var terms: SlotTerms { SlotTerms(deadline: deadline, extras: extras) }
}

/// Which store made an entry what it is, in six bytes: enough for 89 years of 100,000 stores a
/// second.
@usableFromInline
struct SlotVersion: Sendable, Equatable {
    private let high: UInt16
    private let low: UInt32

    @usableFromInline
    init(_ number: UInt64) {
        high = UInt16(truncatingIfNeeded: number >> 32)
        low = UInt32(truncatingIfNeeded: number)
    }

    var number: UInt64 { UInt64(high) << 32 | UInt64(low) }
}
