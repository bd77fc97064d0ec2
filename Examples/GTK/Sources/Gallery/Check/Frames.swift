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

    /// Waits until `isMet` holds, at most `limit` frames. Returns whether it does.
    func wait(upTo limit: Int = 900, until isMet: @MainActor () -> Bool) async -> Bool {
        for _ in 0..<limit {
            if isMet() { return true }
            await next()
        }
        return isMet()
    }
}
