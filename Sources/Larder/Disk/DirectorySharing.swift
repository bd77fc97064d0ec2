/// Who else may have a cache's directory open at the same time.
public enum DirectorySharing: Sendable, Hashable {
    /// Any number of this user's processes on this machine. The default.
    case shared
    /// This process alone; required on a network file system.
    case exclusive
}
