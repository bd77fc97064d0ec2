#if canImport(Glibc)
import Glibc
private typealias ThreadID = pthread_t
private typealias Context = UnsafeMutableRawPointer?
#elseif canImport(Musl)
import Musl
private typealias ThreadID = pthread_t?
private typealias Context = UnsafeMutableRawPointer?
#else
import Darwin
private typealias ThreadID = pthread_t?
private typealias Context = UnsafeMutableRawPointer
#endif

/// Starts threads for work that blocks for long, which Swift's own pool must not be lent to.
package enum OwnThread {
    /// Runs `body` on a new thread, which ends with it.
    ///
    /// - Returns: Whether the system gave a thread; without one `body` never runs.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let context = Unmanaged.passRetained(Work(body))
        let thread = UnsafeMutablePointer<ThreadID>.allocate(capacity: 1)
        defer { thread.deallocate() }
        let isStarted = pthread_create(thread, nil, run, context.toOpaque()) == 0
        if !isStarted { context.release() }
        return isStarted
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }
}

extension OwnThread {
    private static let run: @convention(c) (Context) -> UnsafeMutableRawPointer? = { context in
        let context: UnsafeMutableRawPointer? = context
        guard let context else { return nil }
        pthread_detach(pthread_self())
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
    }
}
