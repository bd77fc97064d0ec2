/// A bounded table that keeps what is used.
///
/// Two halves: when the younger one is full the older one is dropped, and what is asked for moves
/// over. So nothing is ordered, and every operation costs at most two look-ups.
package struct RecentTable<Key: Hashable, Value> {
    private let half: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    /// Makes a table that holds `capacity` values at most, and half as many at least before it
    /// forgets any.
    package init(capacity: Int) {
        half = max(1, capacity / 2)
    }
}

extension RecentTable {
    package var count: Int { young.count + old.count }

    /// The value under `key`. Being asked for counts as a use.
    package subscript(key: Key) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old[key] else { return nil }
            set(key, value)
            return value
        }
    }

    /// Puts `value` under `key`. Returns what was dropped, for those who release it elsewhere.
    @discardableResult
    package mutating func set(_ key: Key, _ value: Value) -> [Key: Value]? {
        var dropped: [Key: Value]?
        if young.count >= half, young[key] == nil {
            dropped = old
            old = young
            young = [:]
        }
        young[key] = value
        return dropped
    }

    /// Replaces the value under `key` if there is one; no use.
    package mutating func replace(_ key: Key, by value: Value) {
        if young[key] != nil {
            young[key] = value
        } else if old[key] != nil {
            old[key] = value
        }
    }

    package mutating func removeAll() {
        young = [:]
        old = [:]
    }
}
