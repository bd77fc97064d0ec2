#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps responses in a tier and finds them again.
///
/// A tier that fails costs hits and never an answer: what cannot be read is a miss.
struct ResponseStore: Sendable {
    let cache: any CacheTier
    let random: RandomSource

    /// What a look-up comes to.
    enum Finding: Sendable {
        case found(StoredAnswer)
        /// There are answers to the URL, but to requests with other selecting fields.
        case others
        case nothing
    }
}

extension ResponseStore {
    /// Whose rules decide what is kept.
    var kind: CacheKind { cache.isShared ? .shared : .private }

    /// The youngest stored answer to a request with these fields.
    func find(_ key: String, for request: HTTPFields) async -> Finding {
        guard let main = await read(key), let response = StoredResponse(main.attributes) else {
            return .nothing
        }
        let slots = StoredSlot.list(in: main.attributes.metadata, main: response.selection)
        for slot in slots where slot.selection.matches(request) {
            let reader = slot.isMain ? main : await read(slot.key(under: key))
            if let reader, let answer = await answer(reader, slot) { return .found(answer) }
        }
        return .others
    }

    private func answer(_ reader: any EntryReader, _ slot: StoredSlot) async -> StoredAnswer? {
        guard let response = StoredResponse(reader.attributes),
            response.selection == slot.selection
        else { return nil }
        do {
            return StoredAnswer(
                response: response, body: try await StoredBody(reader), slot: slot,
                attributes: reader.attributes)
        } catch {
            return nil
        }
    }

    func read(_ key: String) async -> (any EntryReader)? {
        do { return try await cache.reader(forKey: key) } catch { return nil }
    }
}

// MARK: - Removing

extension ResponseStore {
    /// Removes every answer to the URL.
    func removeAll(under key: String) async throws {
        let slots = try await cache.attributes(forKey: key).map(Self.slots) ?? []
        for slot in slots where !slot.isMain {
            try await cache.remove(forKey: slot.key(under: key))
        }
        try await removePart(under: key)
        try await cache.remove(forKey: key)
    }

    static func slots(_ attributes: EntryAttributes) -> [StoredSlot] {
        let main = StoredResponse(attributes)?.selection ?? .everything
        return StoredSlot.list(in: attributes.metadata, main: main)
    }
}
