#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps responses in a tier and finds them again.
///
/// A tier that fails costs hits and never an answer: what cannot be read is a miss.
final class ResponseStore: Sendable {
    let cache: any CacheTier
    /// The same, if it has a tier that machines share.
    let fleet: (any FleetTier)?
    /// Whose rules decide what is kept.
    let kind: CacheKind
    let random: RandomSource
    private let heads = StoredHeads()
    private let time: TimeSource
    /// Whom to tell of look-ups; `nil` when the cache does so itself.
    private let meter: Meter?

    init(cache: any CacheTier, meter: Meter, _ configuration: Loader.Configuration) {
        self.cache = cache
        fleet = cache as? any FleetTier
        kind = cache.isShared ? .shared : .private
        self.meter = cache is TieredCache ? nil : meter
        random = configuration.random
        time = configuration.time
    }

    /// What a look-up comes to.
    enum Finding: Sendable {
        case found(StoredAnswer)
        /// There are answers to the URL, but to requests with other selecting fields.
        case others
        case nothing
    }
}

extension ResponseStore {
    /// The youngest stored answer to a request with these fields.
    func find(_ key: String, for request: HTTPFields) async -> Finding {
        guard let main = await read(key), let head = heads.head(key, main.attributes) else {
            return .nothing
        }
        for slot in head.slots where slot.selection.matches(request) {
            let found =
                slot.isMain ? await answer(main, slot, head) : await answer(in: slot, under: key)
            if let found { return .found(found) }
        }
        return .others
    }

    /// What ``find(_:for:)`` would find, if that is in memory and can be had without waiting.
    func findAtHand(_ key: String, for request: HTTPFields) -> StoredAnswer? {
        guard let main = answerAtHand(in: "", under: key) else { return nil }
        if main.head.isAlone { return main.response.selection.matches(request) ? main : nil }
        guard let slot = main.head.slots.first(where: { $0.selection.matches(request) }),
            let answer = slot.isMain ? main : answerAtHand(in: slot.suffix, under: key)
        else { return nil }
        return answer.response.selection == slot.selection ? answer : nil
    }

    private func answerAtHand(in suffix: String, under main: String) -> StoredAnswer? {
        let key = StoredSlot.key(suffix, under: main)
        guard let entry = cache.entryAtHand(forKey: key),
            let head = heads.head(key, entry.attributes)
        else { return nil }
        return StoredAnswer(
            head: head, body: .bytes(entry.payload), suffix: suffix, attributes: entry.attributes)
    }

    private func answer(in slot: StoredSlot, under main: String) async -> StoredAnswer? {
        let key = slot.key(under: main)
        guard let reader = await read(key), let head = heads.head(key, reader.attributes) else {
            return nil
        }
        return await answer(reader, slot, head)
    }

    private func answer(
        _ reader: any EntryReader, _ slot: StoredSlot, _ head: StoredHead
    ) async -> StoredAnswer? {
        guard head.response.selection == slot.selection else { return nil }
        do {
            return StoredAnswer(
                head: head, body: try await StoredBody(reader), suffix: slot.suffix,
                attributes: reader.attributes)
        } catch {
            return nil
        }
    }

    func read(_ key: String) async -> (any EntryReader)? {
        do {
            guard let meter else { return try await cache.reader(forKey: key) }
            return try await meter.look(key, at: 0, time) { try await $0.reader(forKey: key) }
        } catch {
            return nil
        }
    }
}

// MARK: - Removing

extension ResponseStore {
    /// Removes one answer to the URL, if it is still there. What lists it finds nothing.
    func remove(_ answer: StoredAnswer, under key: String) async throws {
        if let version = answer.attributes.version,
            !cache.isCurrent(version, forKey: answer.slot.key(under: key))
        {
            return
        }
        guard !answer.slot.isMain else { return try await removeAll(under: key) }
        try await cache.remove(forKey: answer.slot.key(under: key))
    }

    /// Removes every answer to the URL.
    func removeAll(under key: String) async throws {
        let slots = try await cache.attributes(forKey: key).map(StoredHead.slots) ?? []
        for slot in slots where !slot.isMain {
            try await cache.remove(forKey: slot.key(under: key))
        }
        try await removePart(under: key)
        try await cache.remove(forKey: key)
    }
}
