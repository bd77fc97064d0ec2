extension MemoryStore {
    /// Whether a store takes effect.
    @usableFromInline
    enum Condition: Sendable {
        case always
        /// Only if the key has no entry.
        case ifAbsent
        /// Only if the key's entry is still the one of this version.
        case ifVersion(SlotVersion)
        /// Only if the key was neither stored nor removed since its mark was taken, and has no
        /// entry.
        case ifAbsentStill(since: UInt64)
    }

    /// What a store led to.
    @usableFromInline
    enum Outcome: Sendable {
        case stored(SlotVersion)
        /// The entry is too large or may not be served. Its key has no entry then.
        case refused
        /// The condition did not hold, and nothing changed.
        case unmet
    }

    /// What is to be stored.
    @usableFromInline
    struct Newcomer: Sendable {
        @usableFromInline let key: Key
        @usableFromInline let hash: KeyHash
        @usableFromInline let value: Value
        @usableFromInline let cost: Int
        @usableFromInline let terms: SlotTerms
        /// Whether it may be served at all.
        @usableFromInline let isLive: Bool

        @inlinable
        init(
            key: Key, hash: KeyHash, value: Value, cost: Int, terms: SlotTerms, isLive: Bool
        ) {
            self.key = key
            self.hash = hash
            self.value = value
            self.cost = cost
            self.terms = terms
            self.isLive = isLive
        }
    }

    /// Stores `newcomer` if `condition` holds.
    @inlinable
    func store(
        _ newcomer: Newcomer, _ condition: Condition
    ) -> (result: Outcome, departures: Departures<Key, Value>) {
        change { core in
            guard case .met(let slot) = admit(newcomer, condition, &core) else { return .unmet }
            core.living?.forget(newcomer.key)
            guard newcomer.isLive, core.policy.admits(newcomer.cost) else {
                if let slot { take(slot, newcomer.hash.shard, .replaced, &core) }
                core.refusals += 1
                return .refused
            }
            core.insertions += 1
            core.stores += 1
            learn(newcomer, &core)
            let version = SlotVersion(core.stores)
            if let slot {
                replace(slot, by: newcomer, version, &core)
            } else {
                insert(newcomer, version, &core)
            }
            return .stored(version)
        }
    }

    @inlinable
    func insert(_ newcomer: Newcomer, _ version: SlotVersion, _ core: inout Core) {
        let arrival = core.policy.greet(newcomer.hash.tag, cost: newcomer.cost)
        let need = RoomNeed(
            bytes: newcomer.cost, entries: 1,
            onProbation: arrival == .probation ? newcomer.cost : 0)
        makeRoom(for: need, &core)
        let mark = UseMark(arrival, at: core.policy.now, isTimed: newcomer.terms.isTimed)
        let number = shards.change(newcomer.hash.shard) { table in
            table.add(
                Slot(
                    key: newcomer.key, tag: newcomer.hash.tag, value: newcomer.value,
                    terms: newcomer.terms, mark: mark, version: version))
        }
        let handle = KeyHash.handle(slot: number, shard: newcomer.hash.shard)
        core.policy.add(handle, cost: newcomer.cost, as: arrival)
    }

    /// Replacing counts as a use. Only an entry whose cost changes moves in its queue.
    @inlinable
    func replace(
        _ slot: Int, by newcomer: Newcomer, _ version: SlotVersion, _ core: inout Core
    ) {
        let handle = KeyHash.handle(slot: slot, shard: newcomer.hash.shard)
        let growth = newcomer.cost - core.policy.cost(of: handle)
        if growth != 0 {
            let lifted = core.policy.lift(handle)
            let need = RoomNeed(
                bytes: max(growth, 0), entries: 0,
                onProbation: lifted.isOnProbation ? newcomer.cost : 0)
            makeRoom(for: need, &core)
            core.policy.settle(handle, lifted, cost: newcomer.cost)
        }
        let clock = core.policy.clock
        let old = shards.change(newcomer.hash.shard) { table in
            table.replace(slot, by: newcomer, version, at: clock)
        }
        note(Departure(old, .replaced), &core)
    }

    /// Tests the condition of a store, and marks the key as changed if it holds.
    @inlinable
    func admit(
        _ newcomer: Newcomer, _ condition: Condition, _ core: inout Core
    ) -> Admission {
        let hash = newcomer.hash
        let resident = shards.inspect(hash.shard) { $0.find(newcomer.key, tag: hash.tag) }
        let isMet =
            switch condition {
            case .always: true
            case .ifAbsent: resident == nil
            case .ifVersion(let version):
                resident.map { slot in
                    shards.inspect(hash.shard) { $0.isThere(slot, hash, version) }
                } ?? false
            case .ifAbsentStill(let mark): core.marks.mark(hash) == mark && resident == nil
            }
        guard isMet else { return .unmet }
        switch condition {
        case .always, .ifAbsent, .ifVersion: core.marks.change(hash)
        case .ifAbsentStill: break
        }
        return .met(resident: resident)
    }

    /// Whether a condition holds, and in which slot the key's entry is.
    @usableFromInline
    enum Admission: Sendable {
        case met(resident: Int?)
        case unmet
    }
}

extension SlotTable {
    /// Puts `newcomer` in the place of what is in the slot `number`, and returns that.
    @inlinable
    mutating func replace(
        _ number: Int, by newcomer: MemoryStore<Key, Value>.Newcomer, _ version: SlotVersion,
        at clock: UseClock
    ) -> Slot<Key, Value> {
        let old = slot(number)
        fronts[number].value = newcomer.value
        fronts[number].mark = old.front.mark.replaced(isTimed: newcomer.terms.isTimed)
            .used(at: clock)
        backs[number] = SlotBack(newcomer.terms, tag: newcomer.hash.tag, version: version)
        return old
    }
}
