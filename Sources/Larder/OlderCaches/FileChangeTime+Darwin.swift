#if canImport(Darwin)
import Darwin

extension stat {
    /// When the file's bytes were last changed.
    var changedAt: timespec { st_mtimespec }
}
#endif
