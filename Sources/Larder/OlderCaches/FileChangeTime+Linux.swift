#if !canImport(Darwin)
#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

extension stat {
    /// When the file's bytes were last changed.
    var changedAt: timespec { st_mtim }
}
#endif
