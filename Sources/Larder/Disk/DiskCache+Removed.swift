import Synchronization

// The directory that takes the place of one that was removed.

extension DiskCache {
    /// The space that is open, or `nil` where that is to be waited for: while the directory is to
    /// be made anew.
    @inline(__always)
    func openNow() throws -> DiskSpace? {
        guard space.log.isRemoved.load(ordering: .relaxed) else { return try open() }
        return newSpace.withLockIfAvailable { newSpace in
            newSpace.flatMap { $0.log.isRemoved.load(ordering: .acquiring) ? nil : $0 }
        } ?? nil
    }

    /// The space in the directory made anew, by whoever comes first.
    @inline(never)
    func openAnew() throws -> DiskSpace {
        try newSpace.withLock { newSpace in
            let old = (newSpace ?? space).log
            if let newSpace, !old.isRemoved.load(ordering: .acquiring) { return newSpace }
            guard !isClosed.load(ordering: .acquiring) else {
                throw DiskLog.closed(old.directory.path)
            }
            old.letGo()
            let new = try DiskSpace(try Self.openAnew(old, sharing), bucket: "")
            newSpace = new
            LogRegistry.leave(old)
            return new
        }
    }

    private static func openAnew(_ old: DiskLog, _ sharing: DirectorySharing) throws -> DiskLog {
        let path = old.directory.path
        let fileSystem = old.directory.file.fileSystem
        var settings = old.settings
        if settings.keepsCapacity { try checkIsCache(path, in: fileSystem) }
        if let word = old.control[.capacity] { settings.capacity = word == 0 ? nil : Int(word) }
        return try LogRegistry.log(
            at: path, in: fileSystem, sharing: sharing, settings: settings)
    }
}

extension DiskCache {
    /// The space in the directory made anew, if `error` says that it was removed.
    @inline(never)
    func openAgain(after error: any Error) throws -> DiskSpace {
        guard DiskCacheError.Code.directoryRemoved ~= error else { throw error }
        return try open()
    }
}

extension DiskSpace {
    /// Runs `body` on the space that is open: once more, in the directory made anew, if it was
    /// removed.
    @inline(__always)
    static func run<Result>(
        on open: () throws -> DiskSpace, _ body: (DiskSpace) throws -> Result
    ) throws -> Result {
        do {
            return try body(open())
        } catch DiskCacheError.Code.directoryRemoved {
            return try body(open())
        }
    }
}
