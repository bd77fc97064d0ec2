#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Waiting for another process's lock with a deadline.
///
/// No system call does that for such a lock, so it is asked for again and again. The first
/// pauses are short, since an append takes microseconds.
struct LockWait {
    private let path: String

    init(_ path: String) {
        self.path = path
    }
}

extension LockWait {
    private static let firstPause = 20_000
    private static let longestPause = 1_000_000

    /// Takes the lock of `file`. Returns whether it had to wait.
    @discardableResult
    func take(
        _ file: CacheFile, isShared: Bool = false, until deadline: ContinuousClock.Instant
    ) throws -> Bool {
        var pause = Self.firstPause
        while try !lock(file, isShared: isShared) {
            guard ContinuousClock.now < deadline else {
                throw DiskCacheError(
                    .locked, "Another process holds the cache in \(path). Try again later.")
            }
            var time = timespec(tv_sec: 0, tv_nsec: pause)
            nanosleep(&time, nil)
            pause = min(pause * 2, Self.longestPause)
        }
        return pause > Self.firstPause
    }

    private func lock(_ file: CacheFile, isShared: Bool) throws -> Bool {
        do throws(Errno) {
            return try file.lock(isShared: isShared)
        } catch {
            throw DiskCacheError(error, "Locking", at: path)
        }
    }
}
