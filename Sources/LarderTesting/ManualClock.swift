public import Larder

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A clock that stands still until a test moves it.
///
/// Give a type under test ``timeSource``, wait with ``waitForSleepers(_:)`` until it sleeps, and
/// move on with ``advance(by:)``. The wall clock can be set apart from the uptime, as a person
/// or a time server sets it. It is also a `Clock` of the standard library. Any thread may use it.
public final class ManualClock: Clock, Sendable {
    /// A moment on the clock: time since it was made.
    public struct Instant: InstantProtocol {
        /// Time since the clock was made.
        public var uptime: Duration

        /// Makes a moment.
        public init(uptime: Duration) {
            self.uptime = uptime
        }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var uptime = Duration.zero
        var wallTime: Date
        var sleepers: [Sleeper] = []
        var nextID = 0
    }

    private let state: Watched<State>

    /// Makes a clock whose wall clock shows `wallTime`: by default noon of 1 June 2026, UTC.
    public init(wallTime: Date = Date(timeIntervalSince1970: 1_780_315_200)) {
        state = Watched(State(wallTime: wallTime))
    }
}

extension ManualClock {
    /// The clock as Larder's types take it.
    public var timeSource: TimeSource {
        TimeSource(
            now: { self.wallTime }, uptime: { self.now.uptime },
            sleep: { try await self.sleep(until: self.now.advanced(by: $0), tolerance: nil) })
    }

    /// What the wall clock shows. Setting it leaves the uptime and all sleepers alone.
    public var wallTime: Date {
        get { state.value.wallTime }
        set { state.change { $0.wallTime = newValue } }
    }

    /// Moves both clocks on and wakes, in the order of their deadlines, those whose time has come.
    ///
    /// A sleeper wakes when its deadline is reached, also at the exact moment.
    public func advance(by duration: Duration) {
        let due = state.change { state in
            state.uptime += duration
            state.wallTime += duration / .seconds(1)
            let now = state.uptime
            let due = state.sleepers.filter { $0.deadline <= now }
            state.sleepers.removeAll { $0.deadline <= now }
            return due.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        }
        for sleeper in due { sleeper.continuation.resume() }
    }

    /// How many callers sleep.
    public var sleeperCount: Int { state.value.sleepers.count }

    /// Suspends until at least `count` callers sleep.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func waitForSleepers(_ count: Int = 1) async throws {
        try await state.wait { $0.sleepers.count >= count }
    }
}

extension ManualClock {
    /// The uptime.
    public var now: Instant { Instant(uptime: state.value.uptime) }

    /// Zero: the clock moves by any amount.
    public var minimumResolution: Duration { .zero }

    /// Suspends until the clock was moved to `deadline` or past it.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.change { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                lieDown(Sleeper(id: id, deadline: deadline.uptime, continuation: continuation))
            }
        } onCancel: {
            let sleeper = state.change { state in
                state.sleepers.firstIndex { $0.id == id }.map { state.sleepers.remove(at: $0) }
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// A cancellation before this finds no sleeper, but then the task knows of it already.
    private func lieDown(_ sleeper: Sleeper) {
        let outcome: Result<Void, any Error>? = state.change { state in
            if Task.isCancelled { return .failure(CancellationError()) }
            if sleeper.deadline <= state.uptime { return .success(()) }
            state.sleepers.append(sleeper)
            return nil
        }
        if let outcome { sleeper.continuation.resume(with: outcome) }
    }
}

extension ManualClock.Instant {
    /// The moment `duration` later.
    public func advanced(by duration: Duration) -> ManualClock.Instant {
        ManualClock.Instant(uptime: uptime + duration)
    }

    /// The time from here to `other`.
    public func duration(to other: ManualClock.Instant) -> Duration { other.uptime - uptime }

    /// Whether `lhs` comes before `rhs`.
    public static func < (lhs: ManualClock.Instant, rhs: ManualClock.Instant) -> Bool {
        lhs.uptime < rhs.uptime
    }
}
