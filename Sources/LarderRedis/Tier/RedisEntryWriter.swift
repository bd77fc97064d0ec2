#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import Synchronization

/// Collects a payload and stores it in one piece. One that grows too large is let go of at once
/// and not stored.
final class RedisEntryWriter: EntryWriter {
    private let tier: RedisTier
    private let key: String
    /// `nil` once it is too large.
    private let collected = Mutex<Data?>(Data())

    init(tier: RedisTier, key: String) {
        self.tier = tier
        self.key = key
    }

    func write(_ bytes: Data) {
        let limit = tier.configuration.sizeLimit.bytes
        collected.withLock { collected in
            guard let count = collected?.count else { return }
            if count + bytes.count > limit { collected = nil } else { collected?.append(bytes) }
        }
    }

    func commit(_ attributes: EntryAttributes) async throws -> EntryVersion? {
        guard let payload = collected.withLock({ $0 }) else {
            await tier.withdraw(forKey: key)
            return nil
        }
        return try await tier.store(Entry(payload: payload, attributes: attributes), forKey: key)
    }

    func abandon() {
        collected.withLock { $0 = nil }
    }
}
