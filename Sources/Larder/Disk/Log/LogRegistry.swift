import CLarderSystem
import Synchronization

/// The logs that are open in this process, one for each directory.
enum LogRegistry {
    private struct Identity: Hashable {
        var fileSystem: UInt64
        var device: UInt64
        var inode: UInt64
    }

    /// One directory's place. Its lock is held while the directory is opened, so that two who
    /// open it at once get the same log.
    private final class Place: Sendable {
        let log = Mutex<DiskLog?>(nil)
    }

    private struct Places {
        var all: [Identity: Place] = [:]
        /// Where each open log is.
        var homes: [ObjectIdentifier: Place] = [:]
    }

    private static let places = Mutex(Places())
}

extension LogRegistry {
    /// The log of the directory at `path`, opened if it is not open yet.
    static func log(
        at path: String, in fileSystem: any FileSystem, sharing: DirectorySharing,
        settings: DiskLog.Settings
    ) throws -> DiskLog {
        let directory = try Directory.open(path, sharing: sharing, in: fileSystem)
        let place = try place(of: directory)
        return try place.log.withLock { known in
            if let log = known, log.join() {
                do {
                    try log.adopt(sharing, settings)
                    return log
                } catch {
                    if log.leave(), forgetHome(of: log) != nil { known = nil }
                    guard DiskCacheError.Code.directoryRemoved ~= error else { throw error }
                }
            }
            let log = try DiskLog.open(directory, sharing: sharing, settings: settings)
            _ = log.join()
            known = log
            places.withLock { $0.homes[ObjectIdentifier(log)] = place }
            return log
        }
    }

    /// Counts one user of `log` less, and lets go of it with the last one.
    ///
    /// A weak reference would do without this, but make every use of the log slower.
    static func leave(_ log: DiskLog) {
        guard log.leave() else { return }
        forgetHome(of: log)?.log.withLock { known in
            if known === log { known = nil }
        }
    }

    private static func forgetHome(of log: DiskLog) -> Place? {
        places.withLock { $0.homes.removeValue(forKey: ObjectIdentifier(log)) }
    }

    private static func place(of directory: Directory) throws -> Place {
        let status: FileStatus
        do throws(Errno) {
            status = try directory.file.status()
        } catch {
            throw DiskCacheError(error, "Opening the directory", at: directory.path)
        }
        let identity = Identity(
            fileSystem: directory.file.fileSystem.identifier, device: status.device,
            inode: status.inode)
        return places.withLock { places in
            let place = places.all[identity] ?? Place()
            places.all[identity] = place
            return place
        }
    }
}

extension DiskLog {
    /// Counts one more user; `false` when the last one has left.
    func join() -> Bool {
        while true {
            let count = users.load(ordering: .acquiring)
            if isClosed.load(ordering: .acquiring) || isRemoved.load(ordering: .acquiring)
                || larder_fork_count() != forkCount
            {
                return false
            }
            let (isExchanged, _) = users.compareExchange(
                expected: count, desired: count + 1, ordering: .acquiringAndReleasing)
            if isExchanged { return true }
        }
    }

    /// Counts one user less. With the last one the directory is given back, after the change
    /// that may be under way. Returns whether that has happened.
    fileprivate func leave() -> Bool {
        guard users.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 else {
            return false
        }
        return writing.withLock { _ in
            guard users.load(ordering: .acquiring) == 0 else { return false }
            // Calls that are under way end as if they found nothing.
            if !isRemoved.load(ordering: .acquiring) { isClosed.store(true, ordering: .releasing) }
            packs.withLock { $0.removeAll() }
            leaveGuardian()
            return true
        }
    }

    /// Lets others have the directory.
    func leaveGuardian() {
        // A lock that came through a fork is the parent's.
        if larder_fork_count() == forkCount { guardian?.leave() }
    }

    /// Takes over what a further user asks for: its capacity, and the directory for this process
    /// alone if it wants that.
    fileprivate func adopt(_ sharing: DirectorySharing, _ settings: Settings) throws {
        if sharing == .exclusive { try guardian?.exclude() }
        let capacity = settings.capacityWord(in: control)
        guard !isReadOnly, control[.capacity] != capacity else { return }
        try change { try $0.changeCapacity(capacity) }
        try change { session in
            try session.giveBackAhead()
            _ = try session.makeRoom { 0 }
        }
    }
}
