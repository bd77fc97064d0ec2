import Synchronization

/// The heads of entries that were read lately, so that a hit in memory reads no metadata again.
///
/// A head belongs to one version of one entry, so it is never outdated.
final class StoredHeads: Sendable {
    /// By version, which takes less time to hash than a key. Most tiers give no two keys the same;
    /// those of one that does take each other's place.
    private let kept = Mutex(RecentTable<EntryVersion, StoredHead>(capacity: 4096))
}

extension StoredHeads {
    /// The head of the entry under `key` with these attributes; `nil` when they make no sense.
    func head(_ key: String, _ attributes: EntryAttributes) -> StoredHead? {
        guard let version = attributes.version else { return StoredHead(attributes, of: key) }
        if let head = kept.withLock({ $0[version] }), head.key == ExactKey(key) { return head }
        guard let head = StoredHead(attributes, of: key) else { return nil }
        let dropped = kept.withLock { $0.set(version, head) }
        // Released after unlocking.
        _ = dropped
        return head
    }
}
