import Synchronization

/// When somebody removes the directory while it is open: a cleaner of temporary files, a person.
///
/// Everything would seem to work on, in files that have no name any more. The lock file tells:
/// nothing ever replaces it, and whoever takes all files, or the oldest, takes it too. A change
/// under it means nothing to those who open the directory now, for they get another one.
extension DiskLog {
    /// Whether the lock file still has its name.
    func isThere() throws -> Bool {
        guard !isRemoved.load(ordering: .acquiring) else { return false }
        do throws(Errno) {
            return try !(lockFile.map(directory.isUnlinked) ?? false)
        } catch {
            throw failure(error, "Looking after the lock")
        }
    }

    /// Gives up what is not there any more.
    func checkIsThere() throws {
        guard try !isThere() else { return }
        giveUp()
        throw failure(.stale, "Reading the log")
    }

    /// The same once a second, for who changes nothing and hears of no change.
    func lookAround() throws {
        let now = directory.file.fileSystem.uptime
        guard lookedAround.load(ordering: .relaxed) != now else { return }
        lookedAround.store(now, ordering: .relaxed)
        try checkIsThere()
    }

    /// Serves nothing of what was here any more, and has others look who have it open.
    func giveUp() {
        guard !isRemoved.exchange(true, ordering: .acquiringAndReleasing) else { return }
        _ = control.advanceGeneration()
    }

    /// Lets go of what was given up, after the change that may be under way: until then, whoever
    /// opens the directory must not believe to be alone, and the change needs the index.
    func letGo() {
        writing.withLock { _ in
            reading.withLock { _ in forgetAll() }
            packs.withLock { $0.removeAll() }
            leaveGuardian()
        }
    }
}

extension DiskLog {
    /// Removes the log, as if somebody had removed the directory, and refuses to go on, with
    /// ``Errno/stale``. Whoever has it open begins anew.
    ///
    /// Part of a change. The oldest go first, and one by one, since an older value must not come
    /// back alone.
    func wipe() throws(Errno) -> Never {
        for number in try packNumbers() {
            try directory.discard(FileName.pack(number))
            try directory.sync()
        }
        let housekeeping = LogHousekeeping(self)
        try housekeeping.sweep(try housekeeping.largeFiles().map(FileName.large))
        // Not shortened: who has it mapped would die.
        try directory.discard(FileName.control, emptying: false)
        try directory.discard(FileName.lock)
        throw .stale
    }
}

extension LogSession {
    /// Refuses to go on, with ``Errno/stale``, where a file was removed that is needed to find
    /// again what must survive.
    func checkFilesAreThere() throws(Errno) {
        for file in [head.file, log.controlFile].compactMap(\.self)
        where try log.directory.isUnlinked(file) {
            throw .stale
        }
    }
}
