/// Who has the directory open: a lock for as long as a cache is open, shared or exclusive.
final class Guardian: Sendable {
    private let file: CacheFile
    private let path: String

    init(_ file: CacheFile, _ path: String) {
        self.file = file
        self.path = path
    }
}

extension Guardian {
    /// Joins those who have the directory open. Returns whether there was nobody else.
    ///
    /// - Throws: ``DiskCacheError/Code/locked`` when somebody has it, or wants it, alone.
    func join(_ sharing: DirectorySharing, deadline: Duration) throws -> Bool {
        let wait = LockWait(path)
        if sharing == .exclusive {
            // Those who only look whether they are alone let go within microseconds.
            try wait.take(file, until: .now + min(deadline, .milliseconds(250)))
            return true
        }
        if try file.lock() {
            // The lock changes hands here; whoever comes between waits for the write lock.
            try wait.take(file, isShared: true, until: .now + deadline)
            return true
        }
        try wait.take(file, isShared: true, until: .now + deadline)
        return false
    }

    /// Takes the directory for this process alone.
    func exclude() throws {
        try LockWait(path).take(file, until: .now + .milliseconds(250))
    }

    func leave() {
        file.unlock()
    }
}
