#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Entries as files and as mapped memory.

extension DiskEntries {
    /// The URL of the file that holds the payload under `key`, or `nil` when there is no such
    /// entry or it is too small to have a file of its own. Use it at once, and read only.
    ///
    /// The file is the cache's own and holds the payload and nothing else. It goes when the entry
    /// is replaced, removed or evicted, by any process: who has opened it by then reads on. Its
    /// length is checked, its bytes are not; ``export(forKey:to:replacing:)`` checks them and
    /// makes a file that stays.
    ///
    /// - Throws: As ``DiskCache/data(forKey:ignoringLifetime:)`` does.
    public func fileURL(forKey key: String) throws -> URL? {
        try ownBucket.run { space in
            let found = try space.open(key, [], ignoringLifetime: false)
            guard let file = found?.file else { return nil }
            return URL(filePath: space.log.directory.path, directoryHint: .isDirectory)
                .appending(path: FileName.large(file.reference.name), directoryHint: .notDirectory)
        }
    }

    /// The bytes under `key`, of a large entry mapped instead of copied; `nil` when there are
    /// none.
    ///
    /// A small entry is copied as by ``DiskCache/data(forKey:ignoringLifetime:)``. Mapped bytes
    /// are checked before they are returned, take no memory that the system cannot have back, and
    /// outlive the entry and the cache. Another program that shortens the cache's file while it
    /// is mapped ends this process with a bus error; Larder itself never does that.
    ///
    /// - Throws: As ``DiskCache/data(forKey:ignoringLifetime:)`` does.
    /// - Complexity: One pass over the bytes.
    public func mappedData(forKey key: String) throws -> Data? {
        try ownBucket.run { try $0.mapped(key) }
    }

    /// Writes a copy of the payload under `key` to `file`, all or nothing. Returns `false` when
    /// there is no entry; then nothing is written.
    ///
    /// The copy appears under its name when it is whole, checked and flushed. Until then it lies
    /// beside it under a name that begins with `.larder-`, and only the death of the process
    /// leaves that behind. It is for its owner alone to read and write (mode 0600).
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - file: Where the copy goes. Its directory must be there.
    ///   - replacing: Whether it may take the place of a file that is there. `false` by default.
    /// - Throws: ``DiskCacheError``: `fileExists` when a file is there and is not to be replaced,
    ///   `notADirectory`, `volumeFull`, `readOnly`, `outOfDescriptors`, `io` for the copy, and
    ///   what ``DiskCache/data(forKey:ignoringLifetime:)`` throws.
    /// - Complexity: One copy; of a large entry a mebibyte at a time.
    @discardableResult
    public func export(
        forKey key: String, to file: URL, replacing: Bool = false
    ) throws -> Bool {
        let path = try DiskCache.path(of: file)
        return try ownBucket.run { try $0.export(key, to: path, replacing: replacing) }
    }
}
