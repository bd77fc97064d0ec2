#if GTK

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension GLibLoop {
    /// Calls `body` on the main actor from one of GTK's callbacks: GTK calls back on the thread of
    /// its loop, which is the main actor's. The time counts as ``workTime``.
    ///
    /// - Precondition: The loop runs on this thread.
    public static func onMain<Value: Sendable>(_ body: @MainActor () -> Value) -> Value {
        MainActor.assumeIsolated {
            let isOutermost = start == nil
            if isOutermost { start = now }
            defer {
                if isOutermost, let start { work += now - start }
                if isOutermost { self.start = nil }
            }
            return body()
        }
    }

    /// For how long the main thread has worked for the main actor and in the views' callbacks since
    /// the program began, by the clock on the wall; what GTK does by itself, drawing above all, is
    /// left out. Taken once a frame, it tells which frames were late to the program's own code.
    ///
    /// Two readings of the clock for each callback.
    @MainActor public static var workTime: Duration {
        work + (start.map { now - $0 } ?? .zero)
    }

    @MainActor private static var work = Duration.zero
    /// When the outermost callback under way began.
    @MainActor private static var start: Duration?

    private static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

#endif
