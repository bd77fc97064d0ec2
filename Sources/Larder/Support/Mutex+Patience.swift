public import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension Mutex where Value: ~Copyable {
    /// Runs `body` with the lock held, and tries a while before it sleeps for want of it.
    ///
    /// The cache's locks are mostly held for less than a microsecond. To sleep and be woken costs
    /// both threads a call of the kernel, many times as much. Longer are a wait for readers that
    /// have lost their core, and what goes through a whole shard. The thread sanitizer moreover
    /// sees a lock that a try has taken, and does not see one that Linux hands over in the kernel.
    @inlinable
    func withPatientLock<Result>(
        _ body: (inout sending Value) -> sending Result
    ) -> sending Result {
        for _ in 0..<Patience.tries {
            if let result = withLockIfAvailable(body) { return result }
            Patience.giveWay()
        }
        return withLock(body)
    }
}

@usableFromInline
enum Patience {
    @inlinable static var tries: Int { 1000 }

    /// Lets other threads run, the lock's holder perhaps among them.
    @usableFromInline
    static func giveWay() {
        sched_yield()
    }

    /// Waits a little for what takes another thread some nanoseconds: at first by no more than the
    /// call, then by giving way, and if that thread does not run for want of a core, by sleeping.
    @usableFromInline
    static func wait(turn: Int) {
        switch turn {
        case ..<50: return
        case ..<tries: giveWay()
        default: usleep(100)
        }
    }
}
