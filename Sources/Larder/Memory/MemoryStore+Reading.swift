public import Synchronization

extension MemoryStore {
    /// Reads a shard and counts in a seat what was found, without a lock.
    ///
    /// Only if a writer is at that very shard, and does not leave it in a while because it has lost
    /// its core, the reader waits for the lock that the writer holds: a lock lends its holder the
    /// priority of who waits.
    @inlinable @inline(__always)
    func read<Result: Sendable>(
        _ shard: Int,
        _ body: (borrowing SlotTable<Key, Value>, borrowing ReaderSeats.Seat) -> Result
    ) -> Result {
        for turn in 0..<Patience.tries {
            if let seat = shards.enter(shard) {
                defer { seat.pointee.leave() }
                return shards.inspect(shard) { body($0, seat.pointee) }
            }
            Patience.wait(turn: turn)
        }
        return readAsWriter(shard, body)
    }

    @inlinable
    @inline(never)
    func readAsWriter<Result: Sendable>(
        _ shard: Int,
        _ body: (borrowing SlotTable<Key, Value>, borrowing ReaderSeats.Seat) -> Result
    ) -> Result {
        core.withPatientLock { _ in
            shards.inSeat { seat in shards.inspect(shard) { body($0, seat) } }
        }
    }

    /// Looks up `key` and counts the use, or the miss.
    @inlinable
    func use(_ key: Key, _ hash: KeyHash) -> SlotTable<Key, Value>.Found {
        let clock = UseClock(rawValue: clock.load(ordering: .relaxed))
        return read(hash.shard) { table, seat in
            let found = table.use(key, hash, at: clock) { note($0, hash, at: clock, seat) }
            switch found {
            case .value: seat.count(hits: 1)
            case .timed: break
            case .nothing: seat.count(misses: 1)
            }
            return found
        }
    }

    /// What the entry of `key` is, the clock not asked. Counts the use if it need not be; a miss is
    /// not counted.
    func useEntry(_ key: Key, _ hash: KeyHash) -> TimedValue<Value>? {
        let clock = UseClock(rawValue: clock.load(ordering: .relaxed))
        return read(hash.shard) { table, seat in
            let found = table.useEntry(key, hash, at: clock) { note($0, hash, at: clock, seat) }
            if let found, !found.terms.isTimed { seat.count(hits: 1) }
            return found
        }
    }

    /// What the entry of `key` is, the clock not asked. Leaves no trace.
    func peek(_ key: Key, _ hash: KeyHash) -> TimedValue<Value>? {
        read(hash.shard) { table, _ in table.peek(key, hash) }
    }

    /// Counts the use of a timed value that proved live.
    func confirm(_ timed: TimedValue<Value>, _ hash: KeyHash, deadline: Int64?) {
        let clock = UseClock(rawValue: clock.load(ordering: .relaxed))
        read(hash.shard) { table, seat in
            table.confirm(timed, hash, at: clock, deadline: deadline) {
                note($0, hash, at: clock, seat)
            }
            seat.count(hits: 1)
        }
    }

    /// Notes a use that changed a mark, if its key is one that the contest watches.
    @inlinable
    func note(
        _ slot: Int, _ hash: KeyHash, at clock: UseClock, _ seat: borrowing ReaderSeats.Seat
    ) {
        guard clock.notes(hash.tag) else { return }
        seat.note(UInt32(truncatingIfNeeded: KeyHash.handle(slot: slot, shard: hash.shard)))
        if clock.followsRecency {
            self.clock.wrappingAdd(UseClock.tick, ordering: .relaxed)
        }
    }

    /// Counts a look-up that found nothing of use.
    func countMiss() {
        shards.inSeat { $0.count(misses: 1) }
    }

    /// A copy of every entry of a shard, and where it lies.
    func entries(ofShard number: Int) -> [(hash: KeyHash, slot: Int, entry: Slot<Key, Value>)] {
        let entries = core.withPatientLock { _ in shards.change(number) { $0.entries() } }
        return entries.map { (KeyHash(tag: $0.slot.tag, shard: number), $0.number, $0.slot) }
    }
}
