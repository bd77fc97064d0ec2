extension DiskCacheError {
    /// What `errno` means to the caller of a cache in the directory at `path`.
    init(_ errno: Errno, _ doing: String, at path: String) {
        let (code, remedy) = Self.meaning(of: errno)
        self.init(code, "\(doing) in \(path) failed: \(errno). \(remedy)", cause: errno)
    }

    private static func meaning(of errno: Errno) -> (Code, String) {
        switch errno {
        case .noSpace, .overQuota:
            (.volumeFull, "Free space on the volume or give the cache a smaller capacity.")
        case Errno.outOfDescriptors, .outOfSystemDescriptors:
            (.outOfDescriptors, "Close files or raise the limit of open files.")
        case Errno.readOnly, .denied, .notPermitted:
            (.readOnly, "Make the directory writable or choose another.")
        case .stale:
            (.directoryRemoved, "Somebody has removed its files. It is made anew: try again.")
        case .isLink, .isShared:
            (.unsafeDirectory, "A link or another user's file stands there: remove it.")
        case .notDirectory:
            (.notADirectory, "Choose a path that is a directory or does not exist yet.")
        default:
            (.io, "Check the volume.")
        }
    }
}
