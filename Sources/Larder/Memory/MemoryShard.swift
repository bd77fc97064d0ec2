/// One part of a cache's entries: those whose keys hash to it. Lies behind a lock of its own.
///
/// What a hit needs comes first: with the lock it fills one cache line.
@usableFromInline
struct MemoryShard<Key: Hashable & Sendable, Value: Sendable>: ~Copyable {
    @usableFromInline var hits = 0
    @usableFromInline var misses = 0
    @usableFromInline var table = SlotTable<Key, Value>()
    @usableFromInline var marks = ChangeMarks()

    @usableFromInline init() {}
}

extension MemoryShard {
    /// What a look-up found.
    @usableFromInline
    enum Found: Sendable {
        case value(Value)
        /// A value that may have expired: the clock must be read, outside the lock.
        case timed(TimedValue<Value>)
        case nothing
    }

    /// Looks up `key` and counts the use, unless the clock has to be asked first.
    @inlinable
    mutating func use(_ key: Key, _ hash: KeyHash, at clock: UseClock) -> Found {
        guard let number = table.find(key, tag: hash.tag) else {
            misses &+= 1
            return .nothing
        }
        if table.fronts[number].mark.isTimed { return .timed(timed(number)) }
        table.fronts[number].mark.use(at: clock)
        hits &+= 1
        return .value(table.fronts[number].value)
    }

    /// As ``use(_:_:at:)``, with all that is known of the entry; a miss is not counted.
    mutating func useEntry(_ key: Key, _ hash: KeyHash, at clock: UseClock) -> TimedValue<Value>? {
        guard let number = table.find(key, tag: hash.tag) else { return nil }
        if !table.fronts[number].mark.isTimed {
            table.fronts[number].mark.use(at: clock)
            hits &+= 1
        }
        return timed(number)
    }

    /// Looks up `key` and leaves no trace.
    func peek(_ key: Key, _ hash: KeyHash) -> TimedValue<Value>? {
        table.find(key, tag: hash.tag).map { timed($0) }
    }

    @usableFromInline
    func timed(_ number: Int) -> TimedValue<Value> {
        let back = table.backs[number]
        return TimedValue(
            value: table.fronts[number].value, slot: number, version: back.version,
            terms: back.terms)
    }

    /// Counts the use of a timed value that proved live, if it is still there.
    mutating func confirm(
        _ timed: TimedValue<Value>, _ hash: KeyHash, at clock: UseClock, deadline: Int64?
    ) {
        hits &+= 1
        guard isThere(timed.slot, hash, timed.version) else { return }
        table.fronts[timed.slot].mark.use(at: clock)
        if let deadline { table.backs[timed.slot].deadline = deadline }
    }

    /// Whether `slot` still holds what `version` stored.
    @inlinable
    func isThere(_ slot: Int, _ hash: KeyHash, _ version: SlotVersion) -> Bool {
        table.contains(slot, tag: hash.tag) && table.backs[slot].version == version
    }

    /// Takes out everything, and keeps the counters.
    mutating func takeAll() -> [Slot<Key, Value>] {
        let all = table.entries().map(\.slot)
        table = SlotTable()
        marks.changeAll()
        return all
    }
}

/// A value whose expiry is yet to be judged, and where it was found.
@usableFromInline
struct TimedValue<Value: Sendable>: Sendable {
    @usableFromInline let value: Value
    let slot: Int
    let version: SlotVersion
    let terms: SlotTerms
}
