extension OlderCache: CacheTier {
    /// `true` unless `key` was replaced or removed through this tier.
    public func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool {
        version == nil || !hidden.contains(key)
    }

    /// The old cache's bytes for `key`, or `nil`.
    ///
    /// The entry never expires and was stored when its file was last changed.
    ///
    /// - Throws: ``OlderCacheError`` when the file is there and cannot be read.
    public func entry(forKey key: String) async throws -> Entry? {
        guard let name = visibleName(forKey: key) else { return nil }
        let found = try await Self.readers.run { [folder] in
            try folder.read(name, limit: Self.sizeLimit)
        }
        guard case .file(let file) = found, layout.accepts(file.bytes) else { return nil }
        return file.entry
    }

    /// What the file system knows about the file of `key`, without reading it.
    public func attributes(forKey key: String) async throws -> EntryAttributes? {
        guard let name = visibleName(forKey: key) else { return nil }
        let found = try await Self.readers.run { [folder, layout] in
            try folder.read(name, limit: Self.sizeLimit, prefix: layout.signatureLength)
        }
        guard case .file(let file) = found, layout.accepts(file.bytes) else { return nil }
        return file.attributes
    }

    /// Keeps nothing, and makes `key` a miss here: its newer bytes are in the tiers above.
    @discardableResult
    public func store(_ entry: Entry, forKey key: String) async throws -> EntryVersion? {
        try await remove(forKey: key)
        return nil
    }

    /// Keeps nothing and changes nothing: a promotion never goes down to the old cache.
    @discardableResult
    public func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) async throws -> EntryVersion? {
        nil
    }

    /// Changes nothing: an old cache has no place for metadata.
    @discardableResult
    public func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) async throws -> EntryVersion? {
        nil
    }

    /// Makes `key` a miss, and deletes its file if the tier was told to.
    public func remove(forKey key: String) async throws {
        let name = visibleName(forKey: key)
        hidden.hide(key)
        guard deletesReplaced, let name else { return }
        try await Self.readers.run { [folder] in try folder.delete(name) }
    }

    /// Makes every key a miss, and deletes the old cache's files if the tier was told to.
    ///
    /// Only files that the layout speaks of are deleted, never other files in the folder.
    public func removeAll() async throws {
        hidden.hideAll()
        guard deletesReplaced else { return }
        try await Self.readers.run { [folder, layout] in
            for name in try folder.names() where layout.owns(name.text) {
                try folder.delete(name.text)
            }
        }
    }

    private func visibleName(forKey key: String) -> String? {
        guard !hidden.contains(key), let name = layout.fileName(forKey: key) else { return nil }
        return OlderFolder.isPlain(name) ? name : nil
    }
}
