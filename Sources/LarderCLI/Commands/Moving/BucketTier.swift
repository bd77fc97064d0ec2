#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// A bucket as the place that an import goes to.
struct BucketTier: CacheTier {
    let bucket: DiskBucket

    /// The bucket of that name, or the cache itself.
    static func tier(of cache: DiskCache, bucket: String?) -> any CacheTier {
        guard let bucket, !bucket.isEmpty else { return cache }
        return BucketTier(bucket: cache.bucket(bucket))
    }

    func entry(forKey key: String) throws -> Entry? {
        guard let payload = try bucket.data(forKey: key),
            let attributes = try attributes(forKey: key)
        else { return nil }
        return Entry(payload: payload, attributes: attributes)
    }

    func attributes(forKey key: String) throws -> EntryAttributes? {
        try bucket.attributes(forKey: key).map { entry in
            EntryAttributes(
                size: entry.size, metadata: entry.metadata, storedAt: entry.storedAt,
                expiresAt: entry.expiresAt, version: entry.version,
                isShareable: entry.isShareable)
        }
    }

    func store(_ entry: Entry, forKey key: String) throws -> EntryVersion? {
        try bucket.store(entry, forKey: key)
    }

    func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) throws -> EntryVersion? {
        guard try self.attributes(forKey: key)?.version == version,
            let payload = try bucket.data(forKey: key)
        else { return nil }
        return try store(Entry(payload: payload, attributes: attributes), forKey: key)
    }

    func remove(forKey key: String) throws { try bucket.remove(forKey: key) }

    func removeAll() throws { try bucket.removeAll() }
}
