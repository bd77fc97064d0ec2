import CGTK
import Foundation

/// Waits for a window's frames.
@MainActor
struct Frames {
    let widget: Widget

    private final class Waiter {
        let continuation: CheckedContinuation<Duration, Never>
        init(_ continuation: CheckedContinuation<Duration, Never>) {
            self.continuation = continuation
        }
    }

    /// The next frame, and its time on the window's clock.
    @discardableResult
    func next() async -> Duration {
        await withCheckedContinuation { continuation in
            let waiter = Unmanaged.passRetained(Waiter(continuation)).toOpaque()
            gtk_widget_add_tick_callback(
                widget,
                { _, clock, waiter in
                    let time = gdk_frame_clock_get_frame_time(clock)
                    guard let waiter else { return 0 }
                    Unmanaged<Waiter>.fromOpaque(waiter).takeRetainedValue()
                        .continuation.resume(returning: .microseconds(time))
                    return 0
                }, waiter, nil)
        }
    }

    /// Calls `step` at the beginning of each of `count` frames with its time on the window's clock,
    /// and returns after the last. The time that it takes is the caller's own: it does not count as
    /// ``GLibLoop/workTime``.
    func each(_ count: Int, _ step: @escaping @MainActor (Int, Duration) -> Void) async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let run = Unmanaged.passRetained(Run(count, step) { continuation.resume() }).toOpaque()
            gtk_widget_add_tick_callback(
                widget,
                { _, clock, run in
                    let time = gdk_frame_clock_get_frame_time(clock)
                    let bits = Int(bitPattern: run)
                    return MainActor.assumeIsolated {
                        guard let run = UnsafeRawPointer(bitPattern: bits) else { return 0 }
                        return Unmanaged<Run>.fromOpaque(run).takeUnretainedValue()
                            .goOn(at: .microseconds(time)) ? 1 : 0
                    }
                }, run, { run in run.map { Unmanaged<Run>.fromOpaque($0).release() } })
        }
    }

    @MainActor
    private final class Run {
        private let count: Int
        private let step: @MainActor (Int, Duration) -> Void
        private let end: @MainActor () -> Void
        private var done = 0

        init(
            _ count: Int, _ step: @escaping @MainActor (Int, Duration) -> Void,
            _ end: @escaping @MainActor () -> Void
        ) {
            self.count = count
            self.step = step
            self.end = end
        }

        /// Returns whether there are frames to come.
        func goOn(at time: Duration) -> Bool {
            step(done, time)
            done += 1
            if done == count { end() }
            return done < count
        }
    }

    /// Waits until `isMet` holds, at most `limit` frames. Returns whether it does.
    func wait(upTo limit: Int = 900, until isMet: @MainActor () -> Bool) async -> Bool {
        for _ in 0..<limit {
            if isMet() { return true }
            await next()
        }
        return isMet()
    }
}
