#if GTK

import CGTK
import Dispatch
import LarderImage
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// GLib's main loop as the place where the main actor's work is done.
///
/// ```swift
/// @main
/// struct Pictures {
///     @MainActor static func main() throws {
///         try GLibLoop.run {
///             // make a window, and call GLibLoop.quit() when it is closed
///         }
///     }
/// }
/// ```
///
/// `main` must not be `async`: an asynchronous one leaves the main thread at its first `await`.
public enum GLibLoop {
    /// There is no display, so that no window can be shown.
    public struct NoDisplay: Error, CustomStringConvertible {
        /// What to do about it.
        public var description: String {
            "There is no display: run this on a desktop, or under xvfb-run."
        }
    }

    /// After what GTK itself does on the loop, drawing (120) among it: under a flood of work on
    /// the main actor there is still a frame in time.
    private static let priority: Int32 = 121

    private static let isAttached = Mutex(false)
}

extension GLibLoop {
    /// Starts GTK, calls `start` and runs the loop until ``quit()``.
    ///
    /// Call it on the program's first thread.
    ///
    /// - Throws: ``NoDisplay``, or what `start` throws.
    @MainActor
    public static func run(_ start: @MainActor () throws -> Void) throws {
        guard gtk_init_check() != 0 else { throw NoDisplay() }
        attach()
        try start()
        isRunning = true
        while isRunning { g_main_context_iteration(nil, 1) }
    }

    /// Ends ``run(_:)``, once what is being done now is done.
    @MainActor
    public static func quit() {
        isRunning = false
        g_main_context_wakeup(nil)
    }

    /// Has GLib's main loop do the main actor's work: for programs that run the loop themselves,
    /// by `g_application_run` for instance. Call it once GTK was started; later calls do nothing.
    ///
    /// It also starts failed loads again when the network is back, where a view asks for it.
    @MainActor
    public static func attach() {
        guard
            !isAttached.withLock({ isAttached in
                defer { isAttached = true }
                return isAttached
            })
        else { return }
        let queue = _dispatch_get_main_queue_handle_4CF()
        _ = g_unix_fd_add_full(
            priority, queue, G_IO_IN,
            { descriptor, _, _ in
                var count: UInt64 = 0
                _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
                GLibLoop.onMain { _dispatch_main_queue_callback_4CF(nil) }
                return 1
            }, nil, nil)
        // What came before the queue was watched woke nobody.
        _dispatch_main_queue_callback_4CF(nil)
        watchNetwork()
    }

    @MainActor private static var isRunning = false

    private static func watchNetwork() {
        let changed: @convention(c) (gpointer?, gboolean, gpointer?) -> Void = { _, isUp, _ in
            guard isUp != 0 else { return }
            GLibLoop.onMain { ImagePresenter.retryFailedLoads() }
        }
        connect(
            UnsafeMutableRawPointer(g_network_monitor_get_default()), "network-changed",
            unsafeBitCast(changed, to: GCallback.self))
    }
}

/// Connects a signal; `owner` is handed to the callback and is not retained.
@discardableResult
func connect(
    _ object: UnsafeMutableRawPointer?, _ signal: String, _ callback: @escaping GCallback,
    _ owner: UnsafeMutableRawPointer? = nil
) -> gulong {
    g_signal_connect_data(object, signal, callback, owner, nil, GConnectFlags(rawValue: 0))
}

#endif
