import Larder
import Synchronization

/// A tier over a dictionary that a test can look into.
final class MapTier: CacheTier {
    private struct State {
        var entries: [String: Entry] = [:]
        var lastVersion: UInt64 = 0
    }

    private let state = Mutex(State())

    var keys: [String] { state.withLock { $0.entries.keys.sorted() } }

    func entry(forKey key: String) -> Entry? { state.withLock { $0.entries[key] } }

    func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool {
        entry(forKey: key)?.attributes.version == version
    }

    func store(_ entry: Entry, forKey key: String) -> EntryVersion? {
        state.withLock { state in
            state.lastVersion += 1
            var entry = entry
            entry.attributes.version = EntryVersion(rawValue: state.lastVersion)
            state.entries[key] = entry
            return entry.attributes.version
        }
    }

    func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) -> EntryVersion? {
        guard let entry = entry(forKey: key), entry.attributes.version == version else {
            return nil
        }
        return store(Entry(payload: entry.payload, attributes: attributes), forKey: key)
    }

    func remove(forKey key: String) { state.withLock { $0.entries[key] = nil } }

    func removeAll() { state.withLock { $0.entries = [:] } }
}
