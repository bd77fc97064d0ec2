extension DiskCacheError {
    /// What `errno` means to the caller of a cache in the directory at `path`.
    init(_ errno: Errno, _ doing: String, at path: String) {
        let (code, remedy) = Self.meaning(of: errno)
        self.init(code, "\(doing) in \(path) failed: \(errno). \(remedy)", cause: errno)
    }

    private static func meaning(of errno: Errno) -> (Code, String) {
        // In full: the codes of other errors have some of the names.
        switch errno {
        case Errno.noSpace, Errno.overQuota:
            (.volumeFull, "Free space on the volume or give the cache a smaller capacity.")
        case Errno.tooLarge:
            (.fileTooLarge, "Raise the limit of the process (ulimit -f) or store less at once.")
        case Errno.outOfDescriptors, Errno.outOfSystemDescriptors:
            (.outOfDescriptors, "Close files or raise the limit of open files.")
        case Errno.readOnly, Errno.denied, Errno.notPermitted:
            (.readOnly, "Make the directory writable or choose another.")
        case Errno.stale:
            (.directoryRemoved, "Somebody has removed its files. It is made anew: try again.")
        case Errno.isLink, Errno.isShared:
            (.unsafeDirectory, "A link or another user's file stands there: remove it.")
        case Errno.notDirectory:
            (.notADirectory, "Choose a path that is a directory or does not exist yet.")
        default:
            (.io, "Check the volume.")
        }
    }
}
