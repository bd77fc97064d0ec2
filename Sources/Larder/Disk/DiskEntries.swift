#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Entries by key on disk: what a ``DiskCache`` and each ``DiskBucket`` of it have alike.
///
/// A cache's methods work on its own keys, those of no bucket, unless they say otherwise; a
/// bucket's on the bucket's keys alone. Storing and plain look-ups, which both have too, are
/// each type's own: nothing lies between them and the log.
public protocol DiskEntries: Sendable {
    /// The bucket whose keys the methods work on: a bucket itself, and of a cache the one without
    /// a name.
    var ownBucket: DiskBucket { get }
    /// The entries that are there, in no order; a cache's with those of all its buckets. See
    /// ``DiskEntryCursor``.
    func entries() -> DiskEntryCursor
}

extension DiskCache: DiskEntries {
    /// The cache's own keys, those of no bucket.
    public var ownBucket: DiskBucket { DiskBucket(cache: self, space: space) }
}

extension DiskBucket: DiskEntries {
    /// The bucket itself.
    public var ownBucket: DiskBucket { self }
}

// MARK: Storing

extension DiskEntries {
    /// Stores `data` under a new key that nobody else has or can guess, and returns the key;
    /// `nil` when the entry is not kept, as for
    /// ``DiskCache/store(_:forKey:metadata:lifetime:durability:)``.
    public func storeUnderNewKey(
        _ data: Data, metadata: [String: String] = [:], lifetime: Lifetime = .forever,
        durability: Durability = .buffered
    ) throws -> String? {
        let key = DiskSpace.newKey()
        let version = try ownBucket.run {
            try $0.store(data, key, metadata, lifetime, durability)
        }
        return version == nil ? nil : key
    }

    /// Replaces the metadata under `key`, and its lifetime if one is given, from now on. The
    /// payload stays. Returns the new version, or `nil` when there is no entry.
    ///
    /// - Complexity: One append of the metadata and of a payload that has no file of its own.
    @discardableResult
    public func replaceMetadata(
        forKey key: String, with metadata: [String: String], lifetime: Lifetime? = nil
    ) throws -> EntryVersion? {
        try ownBucket.run { try $0.replaceMetadata(key, metadata, lifetime) }
    }

    /// Starts storing a payload of unknown length under `key`.
    public func writer(forKey key: String) throws -> DiskWriter {
        let writer = try DiskWriter(ownBucket, key: key)
        try writer.space.withKey(key) { _ in }
        return writer
    }
}

// MARK: Looking up

extension DiskEntries {
    /// The bytes in `range` of the payload under `key`, clamped to it; `nil` when there is no
    /// entry. Of a large entry only the blocks that the range touches are read.
    public func data(forKey key: String, in range: Range<Int>) throws -> Data? {
        try ownBucket.run { try $0.read(key, range) }
    }

    /// What is known about the entry under `key` besides its payload, which is not read; `nil`
    /// when there is none. Does not count as reading the entry.
    public func attributes(
        forKey key: String, ignoringLifetime: Bool = false
    ) throws -> DiskEntry? {
        let bucket = ownBucket
        let value = try bucket.run {
            try $0.attributes(forKey: key, ignoringLifetime: ignoringLifetime)
        }
        let name = bucket.name
        return value.map { DiskEntry($0, key: key, bucket: name.isEmpty ? nil : name) }
    }
}

// MARK: Removing

extension DiskEntries {
    /// Removes the entry under `key`, if there is one.
    ///
    /// With `erasing` (`false` by default) its bytes are overwritten where they lie, payload and
    /// metadata, and so are those of its older versions that are in the log still. Such a removal
    /// is always ``Durability/synced``, since bytes that a loss of power could bring back are not
    /// erased, and is to be asked for again when it throws. What no file system call reaches
    /// stays: copies that a drive or a file system has made, blocks that were given back before
    /// or, where it throws, to make room for it, the key itself until the hand passes it, and what
    /// ``export(forKey:to:replacing:)`` wrote. Who has mapped the entry sees zeros.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - erasing: Whether the bytes are overwritten.
    ///   - durability: What the removal survives. The death of the process by default.
    /// - Throws: As ``DiskCache/store(_:forKey:metadata:lifetime:durability:)`` does.
    /// - Complexity: One append. Erasing reads the index of each pack, and flushes.
    public func remove(
        forKey key: String, erasing: Bool = false, durability: Durability = .buffered
    ) throws {
        try ownBucket.run { space in
            if erasing { try space.erase(key) } else { try space.remove(forKey: key, durability) }
        }
    }

    /// Removes the entries for which `isUnwanted` returns `true`; of a cache, those of all buckets
    /// included. Returns how many.
    ///
    /// An entry that is replaced meanwhile stays.
    ///
    /// - Complexity: One read for each entry.
    @discardableResult
    public func removeAll(where isUnwanted: (DiskEntry) throws -> Bool) throws -> Int {
        try ownBucket.run { _ in
            let entries = entries()
            return try entries.log.removeAll(in: entries, where: isUnwanted)
        }
    }
}
