import Synchronization

/// Lets exchanges wait for their turn; ``HostLimiter`` decides, this wakes.
final class HostGate: Sendable {
    private struct State {
        var limiter: HostLimiter
        /// Resumed with whether a place was granted.
        var sleepers: [HostLimiter.ID: CheckedContinuation<Bool, Never>] = [:]
    }

    private let state: Mutex<State>

    init(perHost: Int, total: Int) {
        state = Mutex(State(limiter: HostLimiter(perHost: perHost, total: total)))
    }
}

extension HostGate {
    /// Waits for a place. Each call that returns must be followed by ``leave(host:)``.
    ///
    /// A flight that is raised before it waits here is found by nobody, so it is asked for its
    /// priority under the lock.
    ///
    /// - Throws: `CancellationError`; then there is no place to give back.
    func enter(_ flight: Flight, host: String) async throws {
        try Task.checkCancellation()
        if state.withLock({ $0.limiter.take(host: host) }) { return }
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { queue($0, flight, host) }
        } onCancel: {
            withdraw(flight.id)
        }
        if !isGranted { throw CancellationError() }
    }

    /// Gives a place back.
    func leave(host: String) {
        let woken = state.withLock { state in
            state.limiter.leave(host: host).flatMap { state.sleepers.removeValue(forKey: $0) }
        }
        woken?.resume(returning: true)
    }

    /// Makes a waiting exchange more urgent.
    func raise(_ id: HostLimiter.ID, to priority: LoadPriority) {
        state.withLock { $0.limiter.raise(id, to: priority) }
    }

    /// How many exchanges wait for a place.
    var waitingCount: Int { state.withLock { $0.sleepers.count } }

    /// A cancellation before this finds nothing to withdraw, but then the task knows of it.
    private func queue(
        _ continuation: CheckedContinuation<Bool, Never>, _ flight: Flight, _ host: String
    ) {
        let outcome: Bool? = state.withLock { state in
            if Task.isCancelled { return false }
            if state.limiter.enter(flight.id, host: host, priority: flight.priority) { return true }
            state.sleepers[flight.id] = continuation
            return nil
        }
        if let outcome { continuation.resume(returning: outcome) }
    }

    private func withdraw(_ id: HostLimiter.ID) {
        let sleeper = state.withLock { state in
            state.limiter.withdraw(id) ? state.sleepers.removeValue(forKey: id) : nil
        }
        sleeper?.resume(returning: false)
    }
}
