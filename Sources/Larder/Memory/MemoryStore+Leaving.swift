extension MemoryStore {
    /// What must fit before an entry enters or grows.
    @usableFromInline
    struct RoomNeed {
        @usableFromInline let bytes: Int
        @usableFromInline let entries: Int
        /// What is about to enter the probation queue.
        @usableFromInline let onProbation: Int

        @inlinable
        init(bytes: Int, entries: Int, onProbation: Int) {
            self.bytes = bytes
            self.entries = entries
            self.onProbation = onProbation
        }
    }

    /// Evicts until `need` fits.
    @inlinable
    func makeRoom(for need: RoomNeed, _ core: inout Core) {
        while core.policy.needsRoom(for: need.bytes, entries: need.entries) {
            let isDone = evict(
                arriving: need.onProbation, room: core.policy.room, .evicted, &core)
            if !isDone { break }
        }
    }

    /// Evicts one entry, and returns whether there was one.
    @inlinable
    func evict(
        arriving bytes: Int, room: Int, _ reason: RemovalReason, _ core: inout Core
    ) -> Bool {
        if core.policy.followsRecency, let elder = elder(&core) {
            return judge(elder, isFinal: true, reason, &core)
        }
        for reprieves in 0...EvictionPolicy.mostReprieves {
            let candidate = core.policy.candidate(arrivingOnProbation: bytes, room: room)
            guard let candidate else { return false }
            let isFinal = reprieves == EvictionPolicy.mostReprieves
            if judge(candidate, isFinal: isFinal, reason, &core) { return true }
        }
        return false
    }

    /// The entry that was used longest ago, or one of the oldest.
    @inlinable
    func elder(_ core: inout Core) -> Handle? {
        var elders = Elders()
        swap(&elders, &core.elders)
        defer { swap(&elders, &core.elders) }
        return elders.takeOldest(of: core.policy.places, now: core.policy.now) { handle in
            guard core.policy.isResident(handle) else { return nil }
            let (number, shard) = KeyHash.place(of: handle)
            return shards.inspect(shard) { $0.mark(number).stamp }
        }
    }

    /// Lets the policy decide about one entry, takes it out of its shard if it must leave, and
    /// returns whether it left. A use that comes after the policy has looked finds the entry or
    /// not, and does not count.
    @inlinable
    func judge(
        _ handle: Handle, isFinal: Bool, _ reason: RemovalReason, _ core: inout Core
    ) -> Bool {
        let (number, shard) = KeyHash.place(of: handle)
        let verdict = shards.inspect(shard) { table in
            let mark = table.mark(number)
            let verdict = core.policy.judge(
                handle, uses: mark.uses, fingerprint: table.backs[number].tag, isFinal: isFinal)
            if case .kept(let uses) = verdict {
                table.setMark(mark.kept(uses: uses), of: number)
            }
            return verdict
        }
        guard verdict == .evicted else { return false }
        note(Departure(shards.change(shard) { $0.take(number) }, reason), &core)
        if core.living != nil { core.rememberLast() }
        return true
    }

    /// Evicts until no more than `target` bytes are left, or `most` entries have left. Returns
    /// whether more must leave.
    func trim(
        to target: Int, most: Int
    ) -> (result: Bool, departures: Departures<Key, Value>) {
        change { core in
            var left = 0
            while core.policy.bytes > target, left < most {
                guard evict(arriving: 0, room: target, .trimmed, &core) else { return false }
                left += 1
            }
            return core.policy.bytes > target
        }
    }

    /// Removes the entry of `key`, if any.
    func remove(
        _ key: Key, _ hash: KeyHash
    ) -> (result: Departure<Key, Value>?, departures: Departures<Key, Value>) {
        change { core in
            core.living?.forget(key)
            core.marks.change(hash)
            let slot = shards.inspect(hash.shard) { $0.find(key, tag: hash.tag) }
            return slot.map { take($0, hash.shard, .removed, &core) }
        }
    }

    /// Removes what `version` stored in `slot`, if it is still there.
    func remove(
        _ slot: Int, _ hash: KeyHash, ifVersion version: SlotVersion, _ reason: RemovalReason
    ) -> Departures<Key, Value> {
        change { core in
            guard shards.inspect(hash.shard, { $0.isThere(slot, hash, version) }) else { return }
            if reason == .removed { core.marks.change(hash) }
            take(slot, hash.shard, reason, &core)
        }.departures
    }

    /// Removes everything.
    func removeAll() -> Departures<Key, Value> {
        change { core in
            core.living?.forgetAll()
            core.marks.changeAll()
            core.policy.removeAll()
            core.contest = Contest(core.policy)
            core.elders = Elders()
            for shard in 0..<KeyHash.shards {
                let slots = shards.change(shard) { $0.takeAll() }
                for slot in slots { note(Departure(slot, .removed), &core) }
            }
        }.departures
    }

    /// The value that was evicted under `key` and is still alive elsewhere. Turns the miss that was
    /// counted into a hit.
    func revive(_ key: Key, _ hash: KeyHash) -> Revival? {
        change { core in
            guard let found = core.living?.value(for: key) else { return nil }
            core.revivals += 1
            shards.inSeat { $0.count(hits: 1, misses: -1) }
            return Revival(value: found.value, terms: found.terms, mark: core.marks.mark(hash))
        }.result
    }

    /// What was evicted and is still alive elsewhere.
    var living: [(key: Key, value: Value)] { change { $0.living?.all ?? [] }.result }

    /// Forgets what was evicted under `key`, also where it is just being revived.
    func forgetLiving(_ key: Key, _ hash: KeyHash) {
        _ = change { core in
            core.living?.forget(key)
            core.marks.change(hash)
        }
    }

    /// A value that had been evicted, and the mark of its key at that moment.
    struct Revival: Sendable {
        let value: Value
        let terms: SlotTerms
        let mark: UInt64
    }

    /// Takes the entry in `slot` out of policy and shard.
    @inlinable
    @discardableResult
    func take(
        _ slot: Int, _ shard: Int, _ reason: RemovalReason, _ core: inout Core
    ) -> Departure<Key, Value> {
        let left = shards.change(shard) { $0.take(slot) }
        core.policy.remove(KeyHash.handle(slot: slot, shard: shard))
        let departure = Departure(left, reason)
        note(departure, &core)
        return departure
    }

    @inlinable
    func note(_ departure: consuming Departure<Key, Value>, _ core: inout Core) {
        core.removals.add(departure.reason)
        core.departures.append(consume departure)
    }
}
