import Larder
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A tier in memory that can be full.
final class FakeTier: CacheTier {
    struct Full: Error {}

    private let entries: Mutex<[String: Entry]>
    private let room: Int

    init(_ entries: [String: Entry] = [:], room: Int = .max) {
        self.entries = Mutex(entries)
        self.room = room
    }

    var keys: Set<String> { entries.withLock { Set($0.keys) } }

    func entry(forKey key: String) -> Entry? { entries.withLock { $0[key] } }

    func store(_ entry: Entry, forKey key: String) throws -> EntryVersion? {
        try entries.withLock { entries in
            guard entries.count < room else { throw Full() }
            entries[key] = entry
            return EntryVersion(rawValue: 1)
        }
    }

    func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) throws -> EntryVersion? {
        guard self.entry(forKey: key)?.attributes.version == version else { return nil }
        return try store(entry, forKey: key)
    }

    func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) -> EntryVersion? {
        entries.withLock {
            $0[key]?.attributes = attributes
            return version
        }
    }

    func remove(forKey key: String) { entries.withLock { $0[key] = nil } }
    func removeAll() { entries.withLock { $0 = [:] } }
}
