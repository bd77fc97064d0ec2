extension CacheTier {
    /// `false`: one user's own tier.
    public var isShared: Bool { false }

    /// `true`: the tier cannot tell.
    public func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool { true }

    /// `nil`: the tier has to be waited for.
    public func entryAtHand(forKey key: String) -> Entry? { nil }

    /// The attributes of the whole entry.
    public func attributes(forKey key: String) async throws -> EntryAttributes? {
        try await entry(forKey: key)?.attributes
    }

    /// A reader over the whole entry, read at once.
    public func reader(forKey key: String) async throws -> (any EntryReader)? {
        try await entry(forKey: key).map(WholeEntryReader.init)
    }

    /// Checks ``isCurrent(_:forKey:)``, then stores.
    @discardableResult
    public func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) async throws -> EntryVersion? {
        guard isCurrent(version, forKey: key) else { return nil }
        return try await store(entry, forKey: key)
    }

    /// A writer that collects the payload in memory and stores it at its commit.
    public func writer(forKey key: String) async throws -> any EntryWriter {
        CollectingEntryWriter(tier: self, key: key)
    }
}

extension EntryWriter {
    /// Drops what was written: the tier cannot change the key.
    @discardableResult
    public func commit(
        _ attributes: EntryAttributes, forKey key: String
    ) async throws -> EntryVersion? {
        await abandon()
        return nil
    }
}
