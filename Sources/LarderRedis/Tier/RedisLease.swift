import Larder
import Synchronization

/// A lease in the engine: a short-lived key with a random mark, renewed while its holder lives.
final class RedisLease: FleetLease {
    private let tier: RedisTier
    private let key: String
    private let mark: [UInt8]
    private let renewal: Task<Void, Never>

    init(_ tier: RedisTier, _ key: String, mark: [UInt8]) {
        self.tier = tier
        self.key = key
        self.mark = mark
        renewal = Task { await tier.renewLease(key, mark: mark) }
    }

    deinit {
        renewal.cancel()
    }
}

extension RedisLease {
    func end(isStored: Bool) async {
        renewal.cancel()
        await tier.endLease(key, mark: mark, isStored: isStored)
    }
}
