import Larder
import Synchronization

/// A lease in the engine: a short-lived key with a random mark, renewed while its holder lives.
final class RedisLease: FleetLease {
    private let tier: RedisTier
    private let key: String
    private let mark: [UInt8]
    /// What was under the key when the lease was given.
    private let version: EntryVersion?
    private let renewal: Task<Void, Never>

    init(_ tier: RedisTier, _ key: String, mark: [UInt8], version: EntryVersion?) {
        self.tier = tier
        self.key = key
        self.mark = mark
        self.version = version
        renewal = Task { await tier.renewLease(key, mark: mark) }
    }

    deinit {
        renewal.cancel()
    }
}

extension RedisLease {
    func end() async {
        renewal.cancel()
        let isStored = tier.state.isReplaced(version, tier.place(of: key))
        await tier.endLease(key, mark: mark, isStored: isStored)
    }
}
