#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Bytes by name in memory, as one tier of several.
///
/// None of these calls waits for anything but a short lock, and none throws: each may also be
/// called without `await`. Attributes are kept with the bytes, and the size of their metadata
/// counts towards the cost, unless the cache is bounded by the number of entries alone. A later
/// store by ``insert(_:for:cost:lifetime:)`` or the subscript drops them.
extension MemoryCache: CacheTier where Key == String, Value == Data {
    /// The entry under `key`, or `nil` when there is none. Counts as a use.
    ///
    /// An entry that was stored without attributes has no metadata, the expiry that its lifetime
    /// amounts to, and was stored, as far as is known, when the cache was made.
    public func entry(forKey key: String) -> Entry? {
        usedEntry(key, countsMiss: true).map(entry(of:))
    }

    /// The entry under `key`. Counts as a use, and if there is none as nothing.
    public func entryAtHand(forKey key: String) -> Entry? {
        usedEntry(key, countsMiss: false).map(entry(of:))
    }

    /// What is known about the entry under `key`, or `nil` when there is none. Does not count as a
    /// use.
    public func attributes(forKey key: String) -> EntryAttributes? {
        liveEntry(key).map(attributes(of:))
    }

    /// Whether `version` is that of the entry under `key`; `nil` stands for none.
    public func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool {
        liveEntry(key).map { EntryVersion($0.version) } == version
    }

    /// Stores `entry` under `key` in place of what was there.
    ///
    /// Returns the new version, or `nil` when the entry is over half the capacity or has expired;
    /// then nothing is left under `key`.
    @discardableResult
    public func store(_ entry: Entry, forKey key: String) -> EntryVersion? {
        store(entry, key, .always)
    }

    /// Stores `entry` under `key` if what is there is still `version`; `nil` stands for nothing.
    ///
    /// Returns as ``store(_:forKey:)`` does, and `nil` also when the key has changed; then nothing
    /// is stored.
    @discardableResult
    public func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) -> EntryVersion? {
        if let version { return store(entry, key, .ifVersion(SlotVersion(version.rawValue))) }
        dropIfExpired(key)
        return store(entry, key, .ifAbsent)
    }

    /// Replaces metadata and dates of the entry under `key`, keeping its payload, if its version
    /// is still `version`. Returns the new version, or `nil` when it was not.
    @discardableResult
    public func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) -> EntryVersion? {
        guard let found = liveEntry(key), EntryVersion(found.version) == version else { return nil }
        let entry = Entry(payload: found.value, attributes: attributes)
        return store(entry, key, .ifVersion(found.version))
    }

    /// Removes what is under `key`, if anything is.
    public func remove(forKey key: String) {
        removeValue(for: key)
    }
}

extension MemoryCache where Key == String, Value == Data {
    /// The entry under `key` as it was stored, with the version that it brought from the tier it is
    /// a copy of. Counts as a use.
    ///
    /// A miss is counted if it `countsMiss`.
    func copy(forKey key: String, countsMiss: Bool) -> Entry? {
        usedEntry(key, countsMiss: countsMiss).map {
            Entry(payload: $0.value, attributes: copiedAttributes(of: $0))
        }
    }

    /// What is known about such a copy. Does not count as a use.
    func copiedAttributes(forKey key: String) -> EntryAttributes? {
        liveEntry(key).map(copiedAttributes(of:))
    }

    private func copiedAttributes(of found: TimedValue<Data>) -> EntryAttributes {
        var attributes = attributes(of: found)
        attributes.version = found.terms.extras?.attributes?.version
        return attributes
    }

    private func usedEntry(_ key: String, countsMiss: Bool) -> TimedValue<Data>? {
        let hash = KeyHash(key)
        guard let found = store.useEntry(key, hash) else {
            if countsMiss { store.countMiss() }
            return nil
        }
        // If no clock has to be read the use is counted already.
        if !found.terms.isTimed { return found }
        guard countsMiss || found.terms.isLive(time) else { return nil }
        return use(found, key, hash).map { _ in found }
    }

    private func store(
        _ entry: Entry, _ key: String, _ condition: MemoryStore<String, Data>.Condition
    ) -> EntryVersion? {
        let attributes = entry.attributes
        let isLive = attributes.expiresAt == nil || attributes.isLive(at: time.now())
        let newcomer = newcomer(
            entry.payload, key, KeyHash(key), terms: SlotTerms(attributes), isLive: isLive)
        let (outcome, departures) = store.store(newcomer, condition)
        release(departures)
        guard case .stored(let version) = outcome else { return nil }
        return EntryVersion(version)
    }

    private func liveEntry(_ key: String) -> TimedValue<Data>? {
        store.peek(key, KeyHash(key)).flatMap { $0.terms.isLive(time) ? $0 : nil }
    }

    private func dropIfExpired(_ key: String) {
        let hash = KeyHash(key)
        guard let found = store.peek(key, hash), !found.terms.isLive(time) else { return }
        release(store.remove(found.slot, hash, ifVersion: found.version, .expired))
    }

    private func entry(of found: TimedValue<Data>) -> Entry {
        Entry(payload: found.value, attributes: attributes(of: found))
    }

    private func attributes(of found: TimedValue<Data>) -> EntryAttributes {
        var attributes =
            found.terms.extras?.attributes
            ?? EntryAttributes(storedAt: created, expiresAt: found.terms.expiryDate(time))
        attributes.size = found.value.count
        attributes.version = EntryVersion(found.version)
        return attributes
    }
}

extension EntryVersion {
    fileprivate init(_ version: SlotVersion) {
        self.init(rawValue: version.number)
    }
}
