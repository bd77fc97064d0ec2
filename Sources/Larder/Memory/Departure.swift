/// An entry that left its cache.
struct Departure<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    let key: Key
    let value: Value
    let reason: RemovalReason
    let terms: SlotTerms
}

extension Departure {
    init(_ slot: Slot<Key, Value>, _ reason: RemovalReason) {
        key = slot.key
        value = slot.value
        self.reason = reason
        terms = SlotTerms(deadline: slot.deadline, extras: slot.extras)
    }
}

/// What left during one change, to be told to observers and released when all locks are free.
struct Departures<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private(set) var entries: [Departure<Key, Value>] = []
    /// Objects that were looked at under a lock and must not end their lives there.
    private var held: [LivingValues<Key, Value>.Object] = []
}

extension Departures {
    mutating func append(_ departure: Departure<Key, Value>) {
        entries.append(departure)
    }

    mutating func hold(_ objects: [LivingValues<Key, Value>.Object]) {
        if !objects.isEmpty { held += objects }
    }
}
