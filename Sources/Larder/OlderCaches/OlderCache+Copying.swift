extension OlderCache {
    /// Takes everything over into `destination` at once and reports on each file.
    ///
    /// The folder is only read. What `destination` has under a key stays, since it is newer. When
    /// `destination` fails, for want of space for instance, the copying stops there: what came
    /// before is kept, ``OlderCacheReport/failure`` says why, and doing it again goes on.
    ///
    /// - Parameters:
    ///   - destination: the tier that takes the entries.
    ///   - keys: keys that the older cache may have. `JMImageCache` and `ImageCache` did not keep
    ///     their keys in a form that can be read back, so their files are taken only for the keys
    ///     given here, which are mostly URLs.
    ///   - isDryRun: whether only to report what would be done. `false` by default.
    ///   - newKey: what an entry's key becomes. By default it stays. For a ``Loader`` to find what
    ///     lay under a URL, give ``KeyNormalizer``'s key.
    /// - Throws: ``OlderCacheError`` when the folder cannot be listed, or `CancellationError`.
    public func copyEntries(
        to destination: some CacheTier, keys: [String] = [], isDryRun: Bool = false,
        newKey: (String) -> String = { $0 }
    ) async throws -> OlderCacheReport {
        let names = try await Self.readers.run { [folder] in try folder.names() }
        let known = layout.keys(of: names.map(\.text), among: keys)
        var report = OlderCacheReport(isDryRun: isDryRun)
        var wouldBeThere: Set<ExactKey<String>> = []
        for (name, known) in zip(names, known) {
            try Task.checkCancellation()
            var item = Self.item(for: name, known: known)
            if item.skipped == nil, report.failure != nil { item.skipped = .notReached }
            if item.skipped == nil, let key = item.key.map(newKey) {
                item.key = key
                if isDryRun, !wouldBeThere.insert(ExactKey(key)).inserted {
                    item.skipped = .alreadyThere
                }
            }
            if item.skipped == nil, let key = item.key {
                do {
                    try await take(&item, key: key, to: destination, isDryRun: isDryRun)
                } catch let error as OlderCacheError {
                    item.skipped = .unreadable
                    item.detail = error.message
                } catch let error as DiskCacheError where error.code.concernsEntry {
                    item.skipped = .notKept
                    item.detail = error.message
                } catch let error as CancellationError {
                    throw error
                } catch {
                    item.skipped = .notReached
                    report.failure = error
                }
            }
            report.items.append(item)
        }
        return report
    }

    private static func item(
        for name: OlderFolder.Name, known: OlderKey
    ) -> OlderCacheReport.Item {
        var item = OlderCacheReport.Item(fileName: name.text)
        guard name.isExact, OlderFolder.isPlain(name.text) else {
            item.skipped = .unsafeName
            return item
        }
        switch known {
        case .key(let key): item.key = key
        case .unknown(let reason): item.skipped = reason
        }
        return item
    }

    private func take(
        _ item: inout OlderCacheReport.Item, key: String, to destination: some CacheTier,
        isDryRun: Bool
    ) async throws {
        guard try await destination.attributes(forKey: key) == nil else {
            item.skipped = .alreadyThere
            return
        }
        let found = try await Self.readers.run { [folder, name = item.fileName] in
            try folder.read(name, limit: Self.sizeLimit)
        }
        switch found {
        case .absent: item.skipped = .unreadable
        case .refused(let reason): item.skipped = reason
        case .file(let file):
            item.size = .bytes(file.bytes.count)
            guard layout.accepts(file.bytes) else {
                item.skipped = .wrongFormat
                return
            }
            guard !isDryRun else { return }
            let stored = try await destination.store(file.entry, forKey: key, ifVersion: nil)
            if stored == nil { item.skipped = .notKept }
        }
    }
}
