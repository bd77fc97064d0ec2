/// An entry that left its cache.
@usableFromInline
struct Departure<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let slot: Slot<Key, Value>
    @usableFromInline let reason: RemovalReason

    @inlinable
    init(_ slot: consuming Slot<Key, Value>, _ reason: RemovalReason) {
        self.slot = slot
        self.reason = reason
    }
}

/// What left during one change, to be told to observers and released when all locks are free.
@usableFromInline
struct Departures<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Most changes drive out one entry: that one needs no memory of its own.
    @usableFromInline var first: Departure<Key, Value>?
    @usableFromInline var others: [Departure<Key, Value>] = []
    /// Objects that were looked at under a lock and must not end their lives there.
    @usableFromInline var held: [LivingValues<Key, Value>.Object] = []

    @inlinable init() {}
}

extension Departures {
    @inlinable
    mutating func append(_ departure: consuming Departure<Key, Value>) {
        if first == nil {
            first = consume departure
        } else {
            others.append(consume departure)
        }
    }

    @inlinable
    func forEach(_ body: (Departure<Key, Value>) -> Void) {
        if let first { body(first) }
        for other in others { body(other) }
    }

    @usableFromInline
    mutating func hold(_ objects: [LivingValues<Key, Value>.Object]) {
        if !objects.isEmpty { held += objects }
    }
}
