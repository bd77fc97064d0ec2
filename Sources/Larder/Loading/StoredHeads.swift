import Synchronization

/// The heads of entries that were read lately, so that a hit in memory reads no metadata again.
///
/// A head belongs to one version of one entry, so it is never outdated. Two halves bound the
/// count: when the younger one is full the older one is dropped, and what is used moves over.
final class StoredHeads: Sendable {
    private struct Kept {
        let version: EntryVersion
        let head: StoredHead
    }

    private struct State {
        var young: [String: Kept] = [:]
        var old: [String: Kept] = [:]
    }

    private static let limit = 1024
    private let state = Mutex(State())
}

extension StoredHeads {
    /// The head of the entry under `key` with these attributes; `nil` when they make no sense.
    func head(_ key: String, _ attributes: EntryAttributes) -> StoredHead? {
        guard let version = attributes.version else { return StoredHead(attributes) }
        if let head = known(key, version) { return head }
        guard let head = StoredHead(attributes) else { return nil }
        keep(Kept(version: version, head: head), as: key)
        return head
    }

    private func known(_ key: String, _ version: EntryVersion) -> StoredHead? {
        let (kept, isOld) = state.withLock { state in
            if let kept = state.young[key] { return (Optional(kept), false) }
            return (state.old[key], true)
        }
        guard let kept, kept.version == version else { return nil }
        if isOld { keep(kept, as: key) }
        return kept.head
    }

    private func keep(_ kept: Kept, as key: String) {
        // What is dropped is released after unlocking.
        let dropped: [String: Kept]? = state.withLock { state in
            state.young[key] = kept
            guard state.young.count >= Self.limit else { return nil }
            defer {
                state.old = state.young
                state.young = [:]
            }
            return state.old
        }
        _ = dropped
    }
}
