#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseStore {
    /// Where an answer to `request` goes, and what the URL's own entry must list afterwards.
    struct Place: Sendable {
        let slot: StoredSlot
        let slots: [StoredSlot]
        let superseded: [StoredSlot]
        /// The URL's own entry as it was; `nil` when there is none.
        let main: EntryAttributes?
    }

    /// At most this many answers to one URL are kept.
    private static let slotLimit = 16

    /// Chooses the place: that of the answer it supersedes, the URL's own key if it is free, or
    /// a new one.
    func place(
        for selection: Selection, answering request: HTTPFields, under key: String
    ) async throws -> Place {
        let main = try await cache.attributes(forKey: key)
        let old = main.map(StoredHead.slots) ?? []
        let superseded = old.first { $0.selection.matches(request) }
        let suffix = superseded?.suffix ?? (old.contains(where: \.isMain) ? random.suffix() : "")
        let slot = StoredSlot(suffix: suffix, selection: selection)
        // Most URLs have one answer.
        if old.allSatisfy({ $0.suffix == suffix }) {
            return Place(slot: slot, slots: [slot], superseded: [], main: main)
        }
        var slots = StoredSlot.adding(slot, to: old, for: request)
        while slots.count > Self.slotLimit, let last = slots.lastIndex(where: { !$0.isMain }) {
            slots.remove(at: last)
        }
        let kept = Set(slots.map(\.suffix))
        let gone = old.filter { !kept.contains($0.suffix) }
        return Place(slot: slot, slots: slots, superseded: gone, main: main)
    }

    /// The attributes for an entry that holds `response` in `place`.
    func attributes(
        _ response: StoredResponse, answering request: HTTPFields, in place: Place
    ) -> EntryAttributes {
        var metadata = response.metadata
        if place.slot.isMain {
            metadata.merge(StoredSlot.metadata(listing: place.slots)) { first, _ in first }
        }
        return EntryAttributes(
            metadata: metadata, storedAt: response.receivedAt,
            isShareable: response.mayBeShared(answering: request))
    }

    /// Makes what was stored in `place` findable. Returns whether it is.
    func finish(_ place: Place, under key: String) async throws -> Bool {
        for slot in place.superseded { try await cache.remove(forKey: slot.key(under: key)) }
        guard !place.slot.isMain else { return true }
        guard var main = place.main, let version = main.version else { return false }
        main.metadata["http.slots"] = nil
        main.metadata.merge(StoredSlot.metadata(listing: place.slots)) { _, new in new }
        return try await cache.update(main, forKey: key, ifVersion: version) != nil
    }
}

extension ResponseStore {
    /// Stores a whole answer. Returns whether it is kept.
    func save(
        _ response: StoredResponse, _ body: Data, answering request: HTTPFields, under key: String
    ) async throws -> Bool {
        let place = try await place(for: response.selection, answering: request, under: key)
        let entry = Entry(
            payload: body, attributes: attributes(response, answering: request, in: place))
        let slotKey = place.slot.key(under: key)
        guard try await cache.store(entry, forKey: slotKey) != nil else { return false }
        if try await finish(place, under: key) { return true }
        try await cache.remove(forKey: slotKey)
        return false
    }

    /// Replaces the fields and times of a stored answer without touching its body, if the entry
    /// is still the one found.
    func update(
        _ answer: StoredAnswer, to response: StoredResponse, answering request: HTTPFields,
        under key: String
    ) async throws {
        guard let version = answer.attributes.version else { return }
        let slot = StoredSlot(suffix: answer.slot.suffix, selection: response.selection)
        var attributes = answer.attributes
        let slots = slot.renewing(StoredHead.slots(attributes))
        // What others keep beside the answer is still true of its body, which stays.
        attributes.metadata = attributes.metadata.filter { !$0.key.hasPrefix("http.") }
        attributes.metadata.merge(response.metadata) { _, new in new }
        if slot.isMain {
            attributes.metadata.merge(StoredSlot.metadata(listing: slots)) { _, new in new }
        }
        attributes.isShareable = response.mayBeShared(answering: request)
        let slotKey = slot.key(under: key)
        let isKept = try await cache.update(attributes, forKey: slotKey, ifVersion: version) != nil
        if isKept, slot != answer.slot, !slot.isMain { try await list(slot, under: key) }
    }

    /// Lists `slot` under the URL's own key with what it answers now.
    private func list(_ slot: StoredSlot, under key: String) async throws {
        let main = try await cache.attributes(forKey: key)
        let slots = slot.renewing(main.map(StoredHead.slots) ?? [])
        _ = try await finish(
            Place(slot: slot, slots: slots, superseded: [], main: main), under: key)
    }
}
