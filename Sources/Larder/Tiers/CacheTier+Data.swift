#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Package only: in async code Swift prefers an async call to a synchronous one of the same name,
// so a public one would take the place of `DiskCache`'s own.
extension CacheTier {
    /// The bytes under `key`, or `nil` when there is none.
    package func data(forKey key: String) async throws -> Data? {
        try await entry(forKey: key)?.payload
    }

    /// Stores `data` under `key` with a lifetime that begins at `now`.
    @discardableResult
    package func store(
        _ data: Data, forKey key: String, metadata: [String: String] = [:],
        lifetime: Lifetime = .forever, now: Date = Date()
    ) async throws -> EntryVersion? {
        let expiry = lifetime.duration.map { now.addingTimeInterval($0.seconds) }
        let attributes = EntryAttributes(metadata: metadata, storedAt: now, expiresAt: expiry)
        return try await store(Entry(payload: data, attributes: attributes), forKey: key)
    }
}

extension TieredCache {
    /// The bytes under `key` from the first tier that has them, or `nil` when there are none.
    ///
    /// Cost and errors are those of ``entry(forKey:)``.
    public func data(forKey key: String) async throws -> Data? {
        try await entry(forKey: key)?.payload
    }

    /// Stores `data` under `key` in every tier, with metadata (none by default) and a lifetime
    /// (for ever by default) that begins now and does not slide.
    ///
    /// Returns as ``store(_:forKey:)`` does.
    @discardableResult
    public func store(
        _ data: Data, forKey key: String, metadata: [String: String] = [:],
        lifetime: Lifetime = .forever
    ) async throws -> EntryVersion? {
        try await store(
            data, forKey: key, metadata: metadata, lifetime: lifetime, now: memory.time.now())
    }
}
