extension MemoryCache {
    /// The value of `key`. Setting stores it with the cache's own cost and lifetime; setting
    /// `nil` removes it.
    @inlinable
    public subscript(key: Key) -> Value? {
        get { value(for: key) }
        set {
            if let newValue {
                insert(newValue, for: key)
            } else {
                removeValue(for: key)
            }
        }
    }

    /// Stores `value` under `key` in place of what was there.
    ///
    /// A value that costs more than half the capacity is not kept, nor is one whose lifetime is
    /// zero or less; what was under the key is removed all the same, so that no older value is
    /// ever found.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: Its key.
    ///   - cost: What the value costs, if the cache is not to ask its own measure. Less than one
    ///     byte counts as one.
    ///   - lifetime: How long the value lives, if not as long as the cache's values do. Attributes
    ///     that the old value had are dropped.
    /// - Returns: Whether the value was kept.
    @inlinable
    @discardableResult
    public func insert(
        _ value: Value, for key: Key, cost: ByteCount? = nil, lifetime: Lifetime? = nil
    ) -> Bool {
        let newcomer = newcomer(value, key, cost: cost, lifetime: lifetime)
        let (outcome, departures) = store.store(newcomer, .always)
        release(departures)
        return outcome.isStored
    }

    /// The value of `key`; when there is none, what `make` returns is stored and returned.
    ///
    /// All callers that meet get one and the same value, whoever's it is: `make` may run on
    /// several threads at once, the first to finish wins, and the others drop what they made. No
    /// lock is held while it runs, so it may use the cache. A value that is not kept is returned
    /// all the same.
    ///
    /// The other parameters are those of ``insert(_:for:cost:lifetime:)``.
    public func value<Failure: Error>(
        for key: Key, cost: ByteCount? = nil, lifetime: Lifetime? = nil,
        orInsert make: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if let value = value(for: key) { return value }
        let made = newcomer(try make(), key, cost: cost, lifetime: lifetime)
        while true {
            let (outcome, departures) = store.store(made, .ifAbsent)
            release(departures)
            if case .unmet = outcome {
                // Somebody was faster; unless that value has gone again, it is everybody's.
                if let value = value(for: key) { return value }
                continue
            }
            return made.value
        }
    }

    /// Changes the value of `key` in place, if there is one.
    ///
    /// `change` works on a copy, with no lock held, so it may use the cache. When the entry was
    /// stored anew meanwhile it runs again on the new value, so that no change is ever lost. The
    /// cost is measured anew; the lifetime goes on as it was, and so do attributes.
    ///
    /// - Returns: The new value, or `nil` when there was none to change.
    @discardableResult
    public func update<Failure: Error>(
        _ key: Key, _ change: (inout Value) throws(Failure) -> Void
    ) throws(Failure) -> Value? {
        let hash = KeyHash(key)
        while let entry = store.peek(key, hash), entry.terms.isLive(time) {
            var value = entry.value
            try change(&value)
            let newcomer = newcomer(value, key, hash, terms: entry.terms)
            let (outcome, departures) = store.store(newcomer, .ifVersion(entry.version))
            release(departures)
            if case .unmet = outcome { continue }
            return value
        }
        return nil
    }
}

extension MemoryCache {
    @inlinable
    func newcomer(
        _ value: Value, _ key: Key, cost: ByteCount?, lifetime: Lifetime?
    ) -> MemoryStore<Key, Value>.Newcomer {
        let lifetime = lifetime ?? self.lifetime
        let isLive = lifetime.duration.map { $0 > .zero } ?? true
        return newcomer(
            value, key, KeyHash(key), cost: cost, terms: SlotTerms(lifetime, time), isLive: isLive)
    }

    @inlinable
    func newcomer(
        _ value: Value, _ key: Key, _ hash: KeyHash, cost: ByteCount? = nil, terms: SlotTerms,
        isLive: Bool = true
    ) -> MemoryStore<Key, Value>.Newcomer {
        let measured = costOf.map { $0(value) + .bytes(terms.metadataSize) } ?? .bytes(1)
        let cost = cost ?? measured
        return MemoryStore<Key, Value>.Newcomer(
            key: key, hash: hash, value: value, cost: max(cost.bytes, 1), terms: terms,
            isLive: isLive)
    }
}

extension MemoryStore.Outcome {
    @inlinable var isStored: Bool {
        if case .stored = self { true } else { false }
    }
}
