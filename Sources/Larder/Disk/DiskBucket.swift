#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A named part of a ``DiskCache``: its own keys, its own ``removeAll(durability:)``, its own
/// share of the statistics, one capacity with the rest.
///
/// It keeps its cache open. Each method does what the cache's method of the same name does, for
/// the bucket's keys alone.
public struct DiskBucket: Sendable {
    /// The cache that it is a part of.
    public let cache: DiskCache
    let space: DiskSpace

    /// The bucket's name.
    public var name: String { String(decoding: space.name, as: UTF8.self) }
}

extension DiskBucket {
    /// Whether a bucket may have that name.
    package static func isName(_ name: String) -> Bool {
        name.utf8.count <= RecordHeader.longestBucket
    }

    /// The space, unless the cache was closed.
    @inline(__always)
    func open() throws -> DiskSpace {
        let current = try cache.open()
        guard current.log !== space.log else { return space }
        return DiskSpace(current.log, name: space.name)
    }

    @inline(__always)
    func run<Result>(_ body: (DiskSpace) throws -> Result) throws -> Result {
        try DiskSpace.run(on: open, body)
    }

    /// Stores `data` under the bucket's `key`. See
    /// ``DiskCache/store(_:forKey:metadata:lifetime:durability:)``.
    @discardableResult
    public func store(
        _ data: Data, forKey key: String, metadata: [String: String] = [:],
        lifetime: Lifetime = .forever, durability: Durability = .buffered
    ) throws -> EntryVersion? {
        try run { try $0.store(data, key, metadata, lifetime, durability) }
    }

    /// Stores `entry` under the bucket's `key`, with the dates and all else that it brings along.
    package func store(_ entry: Entry, forKey key: String) throws -> EntryVersion? {
        try run { try $0.store(entry, key) }
    }

    /// The bytes under the bucket's `key`, or `nil`. See
    /// ``DiskCache/data(forKey:ignoringLifetime:)``.
    public func data(forKey key: String, ignoringLifetime: Bool = false) throws -> Data? {
        try run { try $0.data(key, ignoringLifetime: ignoringLifetime) }
    }

    /// Whether the bucket has an entry under `key`. See ``DiskCache/contains(_:)``.
    public func contains(_ key: String) throws -> Bool {
        try run { try $0.contains(key) }
    }

    /// Removes the bucket's entries and no others.
    public func removeAll(durability: Durability = .buffered) throws {
        try run { space in
            guard space.bucket.hash == 0 else { return try space.removeAll(durability) }
            try space.log.change { try $0.removeAll(in: space.bucket, durability: durability) }
        }
    }

    /// The bucket's entries, in no order.
    public func entries() -> DiskEntryCursor {
        // A cursor on a closed cache says so.
        let space = (try? open()) ?? space
        return DiskEntryCursor(space.log, buckets: [space.bucket])
    }

    /// The bucket's share: its entries, and its look-ups since this process opened the cache.
    ///
    /// - Complexity: O(the bucket's entries), in memory.
    public var statistics: DiskBucketStatistics {
        get throws {
            let space = try open()
            space.log.forgetPassed()
            let counts = space.bucket.counts
            return DiskBucketStatistics(
                entries: counts.entries, recordBytes: .bytes(counts.recordBytes),
                hits: counts.hits, misses: counts.misses)
        }
    }
}
