#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// MARK: Storing

extension DiskCache {
    /// Stores `data` under `key` in place of what was there.
    ///
    /// All or nothing: after a failure or a death the key has either this entry or what it had.
    ///
    /// - Parameters:
    ///   - data: The payload. May be empty: an empty entry is not a missing one.
    ///   - key: Any string of up to 64 KiB of UTF-8.
    ///   - metadata: Notes to keep beside the payload, up to 64 KiB. None by default.
    ///   - lifetime: How long the entry may be served. For ever by default.
    ///   - durability: What it survives. The death of the process by default.
    /// - Returns: The entry's version, or `nil` when it is not kept: it is larger than half of the
    ///   capacity, or its lifetime is over. Then nothing is left under the key.
    /// - Throws: ``DiskCacheError``: `volumeFull`, `fileTooLarge`, `locked`, `readOnly`,
    ///   `keyTooLong`, `metadataTooLong`, `closed`, `forked`, `outOfDescriptors`, `io`.
    /// - Complexity: One append. At capacity, the hand passes about as many bytes.
    @discardableResult
    public func store(
        _ data: Data, forKey key: String, metadata: [String: String] = [:],
        lifetime: Lifetime = .forever, durability: Durability = .buffered
    ) throws -> EntryVersion? {
        try run { try $0.store(data, key, metadata, lifetime, durability) }
    }
}

// MARK: Looking up

extension DiskCache {
    /// The bytes under `key`, or `nil` when there are none.
    ///
    /// With `ignoringLifetime` (`false` by default) an expired entry is returned too, as long as
    /// it is there.
    ///
    /// - Throws: ``DiskCacheError``: `closed`, `forked`, `outOfDescriptors`, `io`. Damage is not
    ///   thrown: it is a miss, and counted in ``statistics``.
    /// - Complexity: One read of the disk.
    public func data(forKey key: String, ignoringLifetime: Bool = false) throws -> Data? {
        // Without a closure: a miss takes little longer than making one.
        do {
            return try open().data(key, ignoringLifetime: ignoringLifetime)
        } catch {
            return try openAgain(after: error).data(key, ignoringLifetime: ignoringLifetime)
        }
    }

    /// Whether there is an entry under `key` that may be served. Does not read the payload, so
    /// it does not notice damage to it, and does not count as reading the entry.
    public func contains(_ key: String) throws -> Bool {
        try run { try $0.contains(key) }
    }

    /// The entries that are there, those of all buckets included, in no order. See
    /// ``DiskEntryCursor``.
    public func entries() -> DiskEntryCursor {
        DiskEntryCursor(((try? open()) ?? space).log, buckets: nil)  // A cursor says why it fails.
    }

    /// What is in the cache and what has happened since this process opened it.
    ///
    /// - Complexity: O(entries), in memory.
    public var statistics: DiskStatistics {
        get throws { try run { try $0.log.statistics() } }
    }
}

// MARK: Removing

extension DiskCache {
    /// Removes every entry, those of all buckets included, and gives back what they took, also on a
    /// volume that is full.
    public func removeAll(durability: Durability = .buffered) throws {
        try run { try $0.removeAll(durability) }
    }

    /// Evicts entries, the oldest and unread first, until all files together take no more than
    /// `size` or nothing is left. As many of the others stay as fit; an entry that is larger by
    /// itself goes when its turn comes, after all those before it. An empty cache's own files take
    /// some, too, about 20 KiB: ``statistics`` tells whether it takes no more than `size`.
    ///
    /// - Complexity: What goes, and what of it was read is copied; at most one pack's worth beside.
    ///   Others' changes wait meanwhile.
    /// - Throws: ``DiskCacheError``: `volumeFull` where what is carried on finds no room, `locked`,
    ///   `readOnly`, `closed`, `forked`, `io`. What has gone by then is gone.
    public func trim(to size: ByteCount) throws {
        try run { space in try space.log.change { try $0.trim(to: size.bytes) } }
    }

    /// A named part of the cache. Asking for it makes nothing; one that was never stored to is
    /// empty.
    ///
    /// - Parameter name: Up to 1 KiB of UTF-8. The empty name is the part that the cache's own
    ///   methods work on.
    /// - Precondition: The name is not too long.
    public func bucket(_ name: String) -> DiskBucket {
        guard let space = try? DiskSpace(space.log, bucket: name) else {
            preconditionFailure("A bucket's name has at most 1 KiB. Shorten it.")
        }
        return DiskBucket(cache: self, space: space)
    }
}
