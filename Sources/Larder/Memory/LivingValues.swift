/// Remembers weakly what was evicted, so that a value still in use elsewhere is found again.
///
/// Only what left for want of room is remembered; what was removed, replaced or has expired is
/// not. Dead references are swept when they may be half of all, so the table stays within twice
/// the number of values alive.
@usableFromInline
struct LivingValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let toObject: @Sendable (Value) -> Object
    private let toValue: @Sendable (Object) -> Value?
    private var references: [ExactKey<Key>: Reference] = [:]
    private var sweepAt = Self.leastSweep

    @usableFromInline typealias Object = any AnyObject & Sendable

    private struct Reference: Sendable {
        weak let object: Object?
        let terms: SlotTerms
    }

    private static var leastSweep: Int { 64 }

    init(
        toObject: @escaping @Sendable (Value) -> Object,
        toValue: @escaping @Sendable (Object) -> Value?
    ) {
        self.toObject = toObject
        self.toValue = toValue
    }
}

extension LivingValues {
    /// Remembers `departure`.
    ///
    /// Returns the objects that a sweep found alive. They must be released outside all locks:
    /// each may have become the last reference meanwhile.
    @usableFromInline
    mutating func remember(_ departure: Departure<Key, Value>) -> [Object] {
        references[ExactKey(departure.slot.key)] = Reference(
            object: toObject(departure.slot.value), terms: departure.slot.terms)
        guard references.count >= sweepAt else { return [] }
        var alive: [Object] = []
        references = references.filter { _, reference in
            guard let object = reference.object else { return false }
            alive.append(object)
            return true
        }
        sweepAt = max(references.count * 2, Self.leastSweep)
        return alive
    }

    /// The value that was evicted under `key`, if it is still alive.
    func value(for key: Key) -> (value: Value, terms: SlotTerms)? {
        guard let reference = references[ExactKey(key)], let object = reference.object else {
            return nil
        }
        return toValue(object).map { ($0, reference.terms) }
    }

    /// What was evicted and is still alive.
    var all: [(key: Key, value: Value)] {
        references.compactMap { key, reference in
            reference.object.flatMap(toValue).map { (key.key, $0) }
        }
    }

    /// Forgets what was evicted under `key`.
    @usableFromInline
    mutating func forget(_ key: Key) {
        references[ExactKey(key)] = nil
    }

    mutating func forgetAll() {
        references = [:]
        sweepAt = Self.leastSweep
    }
}
