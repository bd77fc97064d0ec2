import Larder
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A tier that keeps everything in a dictionary, and fails when it is told to.
final class DictionaryTier: CacheTier {
    struct Failure: Error {}

    private struct State {
        var entries: [String: Entry] = [:]
        var nextVersion: UInt64 = 0
        var fails = false
        var written = 0
    }

    let isShared: Bool
    private let state = Mutex(State())

    init(isShared: Bool = false) {
        self.isShared = isShared
    }
}

extension DictionaryTier {
    var keys: [String] { state.withLock { $0.entries.keys.sorted() } }

    var entries: [String: Entry] { state.withLock { $0.entries } }

    var fails: Bool {
        get { state.withLock { $0.fails } }
        set { state.withLock { $0.fails = newValue } }
    }

    /// How many payload bytes were ever stored.
    var written: Int { state.withLock { $0.written } }

    func entry(forKey key: String) throws -> Entry? {
        try state.withLock { state in
            if state.fails { throw Failure() }
            return state.entries[key]
        }
    }

    func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool {
        state.withLock { $0.entries[key]?.attributes.version == version }
    }

    func store(_ entry: Entry, forKey key: String) throws -> EntryVersion? {
        try state.withLock { state in
            if state.fails { throw Failure() }
            state.nextVersion += 1
            var entry = entry
            entry.attributes.version = EntryVersion(rawValue: state.nextVersion)
            state.entries[key] = entry
            state.written += entry.payload.count
            return entry.attributes.version
        }
    }

    func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) throws -> EntryVersion? {
        try state.withLock { state in
            if state.fails { throw Failure() }
            guard let entry = state.entries[key], entry.attributes.version == version else {
                return nil
            }
            state.nextVersion += 1
            var updated = Entry(payload: entry.payload, attributes: attributes)
            updated.attributes.version = EntryVersion(rawValue: state.nextVersion)
            state.entries[key] = updated
            return updated.attributes.version
        }
    }

    func remove(forKey key: String) throws {
        try state.withLock { state in
            if state.fails { throw Failure() }
            state.entries[key] = nil
        }
    }

    func removeAll() {
        state.withLock { $0.entries = [:] }
    }
}
