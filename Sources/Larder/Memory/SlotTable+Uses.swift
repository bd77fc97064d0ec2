public import Synchronization

extension SlotTable {
    /// What a look-up found.
    @usableFromInline
    enum Found: Sendable {
        case value(Value)
        /// A value that may have expired: the clock must be read, outside the table.
        case timed(TimedValue<Value>)
        case nothing
    }

    /// Looks up `key` and marks the use, unless the clock has to be asked first. Calls `onMark` if
    /// that is to change the slot's mark.
    @inlinable @inline(__always)
    func use(
        _ key: Key, _ hash: KeyHash, at clock: UseClock, onMark: (_ slot: Int) -> Void
    ) -> Found {
        guard let number = find(key, tag: hash.tag) else { return .nothing }
        guard markUse(number, at: clock, ifTimed: false, onMark: onMark) else {
            return .timed(timed(number))
        }
        return .value(fronts[number].value)
    }

    /// As ``use(_:_:at:onMark:)``, with all that is known of the entry.
    func useEntry(
        _ key: Key, _ hash: KeyHash, at clock: UseClock, onMark: (_ slot: Int) -> Void
    ) -> TimedValue<Value>? {
        guard let number = find(key, tag: hash.tag) else { return nil }
        markUse(number, at: clock, ifTimed: false, onMark: onMark)
        return timed(number)
    }

    /// Looks up `key` and leaves no trace.
    func peek(_ key: Key, _ hash: KeyHash) -> TimedValue<Value>? {
        find(key, tag: hash.tag).map { timed($0) }
    }

    /// Marks a use, `ifTimed` also of an entry whose lifetime may end; returns whether it could.
    ///
    /// Of uses that meet, one may be lost.
    @inlinable @inline(__always)
    @discardableResult
    func markUse(
        _ number: Int, at clock: UseClock, ifTimed: Bool, onMark: (_ slot: Int) -> Void
    ) -> Bool {
        let mark = mark(number)
        guard ifTimed || !mark.isTimed else { return false }
        let used = mark.used(at: clock)
        if used != mark {
            _ = markWord(number).pointee.weakCompareExchange(
                expected: mark.rawValue, desired: used.rawValue, ordering: .relaxed)
            onMark(number)
        }
        return true
    }

    @usableFromInline
    func timed(_ number: Int) -> TimedValue<Value> {
        TimedValue(
            value: fronts[number].value, slot: number, version: backs[number].version,
            terms: SlotTerms(
                deadline: deadlineWord(number).pointee.load(ordering: .relaxed),
                extras: backs[number].extras))
    }

    /// Marks the use of a timed value that proved live, if it is still there.
    func confirm(
        _ timed: TimedValue<Value>, _ hash: KeyHash, at clock: UseClock, deadline: Int64?,
        onMark: (_ slot: Int) -> Void
    ) {
        guard isThere(timed.slot, hash, timed.version) else { return }
        markUse(timed.slot, at: clock, ifTimed: true, onMark: onMark)
        if let deadline {
            deadlineWord(timed.slot).pointee.store(deadline, ordering: .relaxed)
        }
    }

    /// Whether `slot` still holds what `version` stored.
    @inlinable
    func isThere(_ slot: Int, _ hash: KeyHash, _ version: SlotVersion) -> Bool {
        contains(slot, tag: hash.tag) && backs[slot].version == version
    }
}

// MARK: - What readers change

extension SlotTable {
    /// The mark of the slot `number`.
    @inlinable @inline(__always)
    func mark(_ number: Int) -> UseMark {
        UseMark(rawValue: markWord(number).pointee.load(ordering: .relaxed))
    }

    @inlinable
    func setMark(_ mark: UseMark, of number: Int) {
        markWord(number).pointee.store(mark.rawValue, ordering: .relaxed)
    }

    @inlinable @inline(__always)
    func markWord(_ number: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        UnsafeMutableRawPointer(fronts + number).assumingMemoryBound(to: Atomic<UInt64>.self)
    }

    @inlinable
    func deadlineWord(_ number: Int) -> UnsafeMutablePointer<Atomic<Int64>> {
        UnsafeMutableRawPointer(backs + number).assumingMemoryBound(to: Atomic<Int64>.self)
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
