import Synchronization

extension DiskLog {
    /// Runs `body` as the only writer of the directory.
    ///
    /// - Throws: ``DiskCacheError/Code/locked`` when another process kept the lock beyond the
    ///   deadline, ``DiskCacheError/Code/readOnly``, ``DiskCacheError/Code/directoryRemoved``, or
    ///   what the file system and `body` throw.
    ///   What `body` had appended and not published is then gone.
    func change<Result>(_ body: (LogSession) throws -> Result) throws -> Result {
        guard let lockFile else {
            throw DiskCacheError(
                .readOnly, "The cache in \(directory.path) cannot be written to. Make it writable.")
        }
        // Threads of this process queue up before the file's lock, on the same deadline.
        let deadline = ContinuousClock.now + settings.lockDeadline
        var result: Result?
        try writing.withLock { _ in
            try checkUsable()
            if try LockWait(directory.path).take(lockFile, until: deadline) {
                counters.withLock { $0.lockWaits += 1 }
            }
            defer { lockFile.unlock() }
            do {
                guard try isThere() else { throw Errno.stale }
                result = try perform(body)
                // With no space left, or a block that cannot be read, it gives nothing back now.
                if isWeighingDue { try? perform { try $0.compact() } }
            } catch let errno as Errno {
                if errno == .stale { giveUp() }
                throw failure(errno, "Writing")
            }
        }
        guard let result else { throw Self.closed(directory.path) }
        return result
    }

    private func perform<Result>(_ body: (LogSession) throws -> Result) throws -> Result {
        let session = try LogSession(self)
        do {
            let result = try body(session)
            try session.publish()
            session.finish()
            return result
        } catch {
            session.abandon()
            throw error
        }
    }
}
