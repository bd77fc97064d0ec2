public import Synchronization

extension MemoryStore {
    /// Lets the contest know of the uses since the last store, and of this store.
    @inlinable
    func learn(_ newcomer: Newcomer, _ core: inout Core) {
        shards.seats.hearNotes { word in
            let hash = KeyHash(word: word)
            let slot = shards.inspect(hash.shard) { $0.index.slot(tagged: hash.tag) { _ in true } }
            guard let slot else { return }
            let handle = KeyHash.handle(slot: slot, shard: hash.shard)
            core.contest.note(hash.tag, cost: core.policy.cost(of: handle))
        }
        core.contest.note(newcomer.hash.tag, cost: newcomer.cost)
        core.policy.followsRecency = core.contest.prefersRecency
    }
}
