#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// The disk as one tier of a cache.
///
/// A look-up is answered on the caller's own thread as long as the bytes are in memory, which
/// costs less than going to another; where the disk would have to be waited for, and for every
/// change, a thread of our own does it. In async code a call with a synchronous twin of the same
/// name, as ``remove(forKey:)``, is this one and wants `await`.
extension DiskCache: CacheTier {
    /// Whether `version` is what a look-up of `key` would find now. Answered from the index in
    /// memory; for an entry that was carried on by the hand, from its header.
    public func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool {
        // Whoever asks has a copy and drops it on doubt.
        (try? openNow()?.isCurrent(version, key)) ?? false
    }

    /// The entry under `key`.
    public func entry(forKey key: String) async throws -> Entry? {
        let value = try await answer {
            try $0.payload(key, .metadata, ignoringLifetime: false, mayWait: $1)
        }
        return value.map { value in
            var attributes = value.attributes
            attributes.size = value.payload.count
            return Entry(payload: value.payload, attributes: attributes)
        }
    }

    /// What is known about the entry under `key`.
    public func attributes(forKey key: String) async throws -> EntryAttributes? {
        try await answer {
            try $0.attributes(forKey: key, ignoringLifetime: false, mayWait: $1)
        }?.attributes
    }

    /// Opens the entry under `key` for reading in parts. The reader goes on giving this entry's
    /// bytes when it is replaced, removed or evicted meanwhile.
    public func reader(forKey key: String) async throws -> (any EntryReader)? {
        try await answer { space, mayWait in
            let found = try space.open(
                key, .metadata, ignoringLifetime: false, mayWait: mayWait)
            return found.map { DiskEntryReader($0, space) }
        }
    }

    /// Stores `entry` under `key`.
    @discardableResult
    public func store(_ entry: Entry, forKey key: String) async throws -> EntryVersion? {
        try await change { try $0.store(entry, key) }
    }

    /// Stores `entry` under `key` if what is there is still `version`, checked while nobody else
    /// can change it.
    @discardableResult
    public func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) async throws -> EntryVersion? {
        try await change { space in
            try space.store(entry, key) { try $0.version(of: $1) == version }
        }
    }

    /// Replaces metadata and expiry.
    @discardableResult
    public func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) async throws -> EntryVersion? {
        try await change { space in
            try space.update(key, try space.attributes(attributes), ifVersion: version)
        }
    }

    /// Removes what is under `key`.
    public func remove(forKey key: String) async throws {
        try await change { try $0.remove(forKey: key, .buffered) }
    }

    /// Removes every entry, those of all buckets included.
    public func removeAll() async throws {
        try await change { try $0.removeAll(.buffered) }
    }

    /// A writer that keeps a short payload in memory and streams a long one to a file.
    public func writer(forKey key: String) async throws -> any EntryWriter {
        if try openNow() == nil { try await change { _ in } }
        return DiskEntryWriter(try writer(forKey: key) as DiskWriter, pool)
    }

    /// Answers on the caller's thread, or on one of our own where the disk must be waited for.
    private func answer<Value: Sendable>(
        _ ask: @escaping @Sendable (DiskSpace, _ mayWait: Bool) throws -> Value
    ) async throws -> Value {
        if let space = try openNow(), space.log.isFollowed {
            do {
                return try ask(space, false)
            } catch is DiskLog.WouldWait {
            } catch DiskCacheError.Code.directoryRemoved {}
        }
        return try await WorkerPool.forDisks.run { try self.run { try ask($0, true) } }
    }

    private func change<Value: Sendable>(
        _ body: @escaping @Sendable (DiskSpace) throws -> Value
    ) async throws -> Value {
        try await pool.run { try self.run(body) }
    }
}

extension DiskSpace {
    func store(
        _ entry: Entry, _ key: String, if isWanted: Condition = { _, _ in true }
    ) throws -> EntryVersion? {
        try store(entry.payload, forKey: key, attributes(entry.attributes), if: isWanted)
    }

    fileprivate func isCurrent(_ version: EntryVersion?, _ key: String) throws -> Bool {
        try withKey(key) { key in
            try log.catchUp()
            guard let place = key.bucket.find(key.hash) else { return version == nil }
            let address = log.address(place)
            if address >= log.hand, address.raw == version?.rawValue { return true }
            return try log.value(key, [])?.version == version
        }
    }
}

extension DiskLog {
    /// Whether the index knows the whole log.
    var isFollowed: Bool { control.generation == seen.load(ordering: .acquiring) }
}
