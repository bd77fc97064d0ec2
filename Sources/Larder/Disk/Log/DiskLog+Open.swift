import Synchronization

/// Opening a directory: what is trusted, what is refused, and what is made.
extension DiskLog {
    /// Opens the directory at `path`, which is made if it is not there.
    static func open(
        _ directory: Directory, sharing: DirectorySharing, settings: Settings
    ) throws -> DiskLog {
        do {
            let log: DiskLog
            do {
                log = try openOrBeginAnew(directory, sharing, settings)
            } catch let errno as Errno where errno.isReadOnly {
                log = try openReadOnly(directory, settings)
            }
            // What lies in packs before the hand's was not read.
            if log.hand.offset > PackHeader.size { log.forgetPassed() }
            return log
        } catch let errno as Errno {
            throw DiskCacheError(errno, "Opening the cache", at: directory.path)
        }
    }

    /// Drops from the index what the hand has passed, so that only the living are counted.
    func forgetPassed() {
        let hand = hand
        for bucket in allBuckets { bucket.removeAll { address($0) < hand } }
    }
}

// MARK: The directory

extension Directory {
    /// Opens the directory at `path` for a cache, or makes it, and refuses what cannot be one.
    static func open(
        _ path: String, sharing: DirectorySharing, in fileSystem: any FileSystem
    ) throws -> Directory {
        do {
            let directory = Directory(
                CacheFile(try makeAndOpen(path, in: fileSystem), in: fileSystem), path: path)
            let status = try directory.file.status()
            guard status.isOwn, !status.isOpenToAll else {
                throw DiskCacheError(
                    .unsafeDirectory,
                    status.isOwn
                        ? "\(path) may be written by everybody. Take that right away (chmod o-w)."
                        : "\(path) belongs to another user. Choose a directory of your own.")
            }
            try directory.check(sharing)
            return directory
        } catch let errno as Errno {
            throw DiskCacheError(errno, "Opening the directory", at: path)
        }
    }

    private static func makeAndOpen(
        _ path: String, in fileSystem: any FileSystem
    ) throws(Errno) -> Descriptor {
        do throws(Errno) {
            return try fileSystem.openDirectory(at: path)
        } catch {
            guard error == .missing else { throw error }
        }
        var end = path.startIndex
        while end < path.endIndex {
            end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
            do throws(Errno) {
                try fileSystem.makeDirectory(at: String(path[..<end]))
            } catch {
                // Parents that are there need not be writable; opening the last one tells.
                guard error == .exists || end < path.endIndex else { throw error }
            }
        }
        return try fileSystem.openDirectory(at: path)
    }

    private func check(_ sharing: DirectorySharing) throws {
        if sharing == .shared, file.fileSystem.isNetwork(file.descriptor) {
            throw DiskCacheError(
                .networkFileSystem,
                "\(path) is on a network file system. Open it exclusively or choose a local one.")
        }
        let names = try names()
        guard names.isEmpty || names.contains(where: FileName.isOurs) else {
            throw DiskCacheError(
                .foreignDirectory,
                "\(path) holds files that are no cache's. Choose an empty directory.")
        }
    }
}

// MARK: To write

extension DiskLog {
    /// Tries again where the lock file was removed before it was locked; so does a log whose packs'
    /// numbers are used up, as it is opened.
    private static func openOrBeginAnew(
        _ directory: Directory, _ sharing: DirectorySharing, _ settings: Settings
    ) throws -> DiskLog {
        do {
            return try openWritable(directory, sharing, settings)
        } catch let errno as Errno where errno == .stale {
            return try openWritable(directory, sharing, settings)
        }
    }

    private static func openWritable(
        _ directory: Directory, _ sharing: DirectorySharing, _ settings: Settings
    ) throws -> DiskLog {
        let lockFile = try directory.openOrMake(FileName.lock)
        let guardian = Guardian(try directory.openOrMake(FileName.guardian), directory.path)
        let isAlone = try guardian.join(sharing, deadline: settings.lockDeadline)
        if !isAlone, let log = try openTrusted(directory, lockFile, guardian, settings) {
            return log
        }
        let deadline = ContinuousClock.now + settings.lockDeadline
        try LockWait(directory.path).take(lockFile, until: deadline)
        defer { lockFile.unlock() }
        guard try !directory.isUnlinked(lockFile) else { throw Errno.stale }
        let page = try ControlFile(directory).openOrMake()
        let log = DiskLog(
            directory: directory, page: page, lockFile: lockFile, guardian: guardian,
            settings: settings)
        try log.begin(page, isAlone: isAlone)
        return log
    }

    /// Opens a cache that others have open already, which needs no lock unless something is
    /// amiss: nobody's look-ups wait for a writer.
    private static func openTrusted(
        _ directory: Directory, _ lockFile: CacheFile, _ guardian: Guardian, _ settings: Settings
    ) throws -> DiskLog? {
        let file = ControlFile(directory)
        guard let page = try file.openValid(isWritable: true), !page.isStale(isAlone: false),
            page.control[.capacity] == settings.capacityWord(in: page.control)
        else { return nil }
        let log = DiskLog(
            directory: directory, page: page, lockFile: lockFile, guardian: guardian,
            settings: settings)
        let isKnown = try log.reading.withLock { try log.follow(&$0) }
        return isKnown ? log : nil
    }

    private func begin(_ page: ControlFile.Page, isAlone: Bool) throws {
        let repair = LogRepair(self)
        if page.isNew || page.isStale(isAlone: isAlone) {
            try repair.recover(afterPowerLoss: !page.isNew)
            try ControlFile(directory).sign(page)
        }
        if isAlone { try repair.settle() }
        let capacity = settings.capacityWord(in: control)
        if control[.capacity] != capacity {
            let session = try LogSession(self)
            try session.changeCapacity(capacity)
            session.finish()
        }
        let session = try LogSession(self)
        try session.giveBackAhead()
        _ = try session.makeRoom { 0 }
        try session.publish()
        session.finish()
    }
}

// MARK: To read only

extension DiskLog {
    private static func openReadOnly(
        _ directory: Directory, _ settings: Settings
    ) throws -> DiskLog {
        let file = ControlFile(directory)
        if let page = try file.openValid(isWritable: false), !page.isStale(isAlone: false),
            page.control.address(.end) != nil, page.control.address(.hand) != nil
        {
            let log = DiskLog(
                directory: directory, page: page, lockFile: nil, guardian: nil,
                settings: settings)
            if try log.reading.withLock({ try log.follow(&$0) }) { return log }
        }
        let log = DiskLog(
            directory: directory, page: try file.privatePage(), lockFile: nil, guardian: nil,
            settings: settings)
        try LogRepair(log).recover(afterPowerLoss: true)
        _ = try log.reading.withLock { try log.follow(&$0) }
        return log
    }
}

extension Errno {
    /// Whether the volume or the directory takes no writes.
    var isReadOnly: Bool { self == .readOnly || self == .denied }
}
