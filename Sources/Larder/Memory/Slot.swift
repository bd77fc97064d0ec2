/// One entry as its shard keeps it, in two parts: what a hit touches lies apart from what it does
/// not.
@usableFromInline
struct Slot<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline var front: SlotFront<Key, Value>
    @usableFromInline var back: SlotBack

    @inlinable
    init(
        key: Key, tag: UInt32, value: Value, terms: SlotTerms, mark: UseMark, version: SlotVersion
    ) {
        front = SlotFront(key: key, value: value, mark: mark)
        back = SlotBack(terms, tag: tag, version: version)
    }

    @inlinable
    init(_ front: consuming SlotFront<Key, Value>, _ back: consuming SlotBack) {
        self.front = front
        self.back = back
    }
}

extension Slot {
    @inlinable var key: Key { front.key }
    @inlinable var value: Value { front.value }
    @inlinable var tag: UInt32 { back.tag }
    var version: SlotVersion { back.version }
    var terms: SlotTerms { back.terms }
}

/// What a hit reads and marks: key, value and 8 bytes. With a String key and an object that is
/// half a cache line.
@usableFromInline
struct SlotFront<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// First, where ``SlotTable/markWord(_:)`` finds it.
    @usableFromInline var mark: UseMark
    @usableFromInline let key: Key
    @usableFromInline var value: Value

    @inlinable
    init(key: Key, value: Value, mark: UseMark) {
        self.key = key
        self.value = value
        self.mark = mark
    }
}

/// What is read of an entry when it is stored, expires or leaves.
@usableFromInline
struct SlotBack: Sendable {
    /// When the entry expires, in nanoseconds of uptime; ``SlotTerms/never`` for most. First, where
    /// ``SlotTable/deadlineWord(_:)`` finds it.
    @usableFromInline var deadline: Int64

    /// What few entries have.
    @usableFromInline var extras: SlotExtras?

    @usableFromInline var version: SlotVersion
    @usableFromInline let tag: UInt32

    @inlinable
    init(_ terms: SlotTerms, tag: UInt32, version: SlotVersion) {
        deadline = terms.deadline
        extras = terms.extras
        self.tag = tag
        self.version = version
    }
}

extension SlotBack {
    var terms: SlotTerms { SlotTerms(deadline: deadline, extras: extras) }
}

/// Which store made an entry what it is.
@usableFromInline
struct SlotVersion: Sendable, Equatable {
    let number: UInt64

    @usableFromInline
    init(_ number: UInt64) {
        self.number = number
    }
}
