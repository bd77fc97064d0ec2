extension MemoryStore {
    /// Lets the contest know of the uses since the last store, and of this store.
    @inlinable
    func learn(_ newcomer: Newcomer, _ core: inout Core) {
        shards.seats.hearNotes { note in
            let handle = Handle(note)
            guard core.policy.isResident(handle) else { return }
            let (slot, shard) = KeyHash.place(of: handle)
            let tag = shards.inspect(shard) { $0.backs[slot].tag }
            core.contest.note(tag, cost: core.policy.cost(of: handle))
        }
        core.contest.note(newcomer.hash.tag, cost: newcomer.cost)
        if core.contest.isOutgrown { core.contest = Contest(core.policy) }
        core.policy.followsRecency = core.contest.prefersRecency
    }
}
