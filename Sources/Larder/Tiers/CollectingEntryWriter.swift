#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// Collects a payload in memory and stores it in one piece, for tiers that cannot take parts.
final class CollectingEntryWriter: EntryWriter {
    private let tier: any CacheTier
    private let key: String
    private let collected = Mutex(Data())

    init(tier: any CacheTier, key: String) {
        self.tier = tier
        self.key = key
    }

    func write(_ bytes: Data) {
        collected.withLock { $0.append(bytes) }
    }

    func commit(_ attributes: EntryAttributes) async throws -> EntryVersion? {
        try await commit(attributes, forKey: key)
    }

    func commit(_ attributes: EntryAttributes, forKey key: String) async throws -> EntryVersion? {
        let payload = collected.withLock { $0 }
        return try await tier.store(Entry(payload: payload, attributes: attributes), forKey: key)
    }

    func abandon() {
        collected.withLock { $0 = Data() }
    }
}
