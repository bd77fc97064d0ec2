#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Where a cache reads the time and how it waits.
///
/// Nothing in Larder reads a clock of its own: each type that needs one takes a `TimeSource`,
/// so a test can move the time by hand (`ManualClock` in LarderTesting).
public struct TimeSource: Sendable {
    /// The wall clock. It may jump, also backwards. Used for what survives a restart.
    public let now: @Sendable () -> Date

    /// Time since an arbitrary moment, never going back and counting while the machine sleeps.
    /// Used for lifetimes in memory and for deadlines.
    public let uptime: @Sendable () -> Duration

    /// Suspends the caller for a time. Throws `CancellationError` when its task is cancelled.
    public let sleep: @Sendable (Duration) async throws -> Void

    /// Makes a time source of its three parts.
    public init(
        now: @escaping @Sendable () -> Date,
        uptime: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
    }
}

extension TimeSource {
    /// The machine's own clocks.
    public static let system: TimeSource = {
        let start = ContinuousClock.now
        return TimeSource(
            now: { Date() },
            uptime: { start.duration(to: .now) },
            sleep: { try await Task.sleep(for: $0, clock: .continuous) })
    }()
}
