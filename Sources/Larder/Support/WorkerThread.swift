#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Starts threads of our own, for work that blocks.
enum WorkerThread {
    private final class Start {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    /// Runs `body` on a new detached thread; `false` when the system had none to give.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let start = Unmanaged.passRetained(Start(body))
        guard launch(start.toOpaque()) else {
            start.release()
            return false
        }
        return true
    }

    private static func run(_ argument: UnsafeMutableRawPointer) {
        Unmanaged<Start>.fromOpaque(argument).takeRetainedValue().body()
    }

    #if canImport(Darwin)
    private static func launch(_ argument: UnsafeMutableRawPointer) -> Bool {
        var thread: pthread_t?
        let body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
            WorkerThread.run($0)
            return nil
        }
        guard pthread_create(&thread, nil, body, argument) == 0, let thread else { return false }
        pthread_detach(thread)
        return true
    }
    #else
    private static func launch(_ argument: UnsafeMutableRawPointer) -> Bool {
        var thread = pthread_t()
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            if let argument = $0 { WorkerThread.run(argument) }
            return nil
        }
        guard pthread_create(&thread, nil, body, argument) == 0 else { return false }
        pthread_detach(thread)
        return true
    }
    #endif
}
