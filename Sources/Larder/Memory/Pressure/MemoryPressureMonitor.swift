/// Watches how short of memory the machine is, and says when it is.
///
/// ```swift
/// let monitor = MemoryPressureMonitor { memory.relieve($0) }
/// ```
///
/// Nothing is watched without one, and only as long as it lives. On Linux it looks once a second
/// at the kernel's pressure-stall information and at the control group's events; on Apple's
/// platforms it hears the system's notices.
public final class MemoryPressureMonitor: Sendable {
    private let watch: MemoryPressureWatch

    /// Starts to watch.
    ///
    /// - Parameters:
    ///   - time: The clock to wait by, where the system has to be asked.
    ///   - respond: Called with each level above normal, as long as it lasts, on a thread of the
    ///     monitor's choice and never twice at once. It may take its time.
    public init(
        time: TimeSource = .system, respond: @escaping @Sendable (MemoryPressure) -> Void
    ) {
        watch = MemoryPressureWatch(time: time, respond: respond)
    }

    deinit {
        watch.stop()
    }
}
