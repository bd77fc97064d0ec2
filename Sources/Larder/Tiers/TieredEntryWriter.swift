#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// Streams to the tier below memory and, while the payload is small, collects it for the others.
final class TieredEntryWriter: EntryWriter {
    private let cache: TieredCache
    private let key: String
    private let first: any EntryWriter
    /// What was written so far; `nil` when it has become too large to keep whole.
    private let collected = Mutex<Data?>(Data())

    init(cache: TieredCache, key: String, first: any EntryWriter) {
        self.cache = cache
        self.key = key
        self.first = first
    }

    func write(_ bytes: Data) async throws {
        collected.withLock { whole in
            guard let count = whole?.count else { return }
            let isSmall = count + bytes.count <= TieredCache.promotedWhole.bytes
            if isSmall { whole?.append(bytes) } else { whole = nil }
        }
        try await cache.attempt(.store, at: 0) { _ in try await first.write(bytes) }
    }

    func commit(_ attributes: EntryAttributes) async throws -> EntryVersion? {
        let payload = collected.withLock { $0 }
        let entry = payload.map { Entry(payload: $0, attributes: attributes) }
        return try await cache.spread(entry, forKey: key) {
            try await self.cache.attempt(.store, at: 0) { _ in
                try await self.first.commit(attributes)
            }
        }
    }

    /// What is kept apart goes to the first tier below memory alone.
    func commit(_ attributes: EntryAttributes, forKey key: String) async throws -> EntryVersion? {
        try await cache.spread(nil, forKey: key) {
            try await self.cache.attempt(.store, at: 0) { _ in
                try await self.first.commit(attributes, forKey: key)
            }
        }
    }

    func abandon() async {
        await first.abandon()
    }
}
