import Synchronization

@testable import LarderRedis

/// Collects a tier's events, and lets a test wait for one.
final class Events: Sendable {
    private let state = Mutex(State())

    private struct State {
        var seen: [RedisEvent] = []
        var waiters:
            [(isMet: @Sendable ([RedisEvent]) -> Bool, wake: CheckedContinuation<Void, Never>)] = []
    }
}

extension Events {
    var seen: [RedisEvent] { state.withLock { $0.seen } }

    func add(_ event: RedisEvent) {
        let woken = state.withLock { state in
            state.seen.append(event)
            let met = state.waiters.filter { $0.isMet(state.seen) }
            state.waiters.removeAll { $0.isMet(state.seen) }
            return met.map(\.wake)
        }
        for waiter in woken { waiter.resume() }
    }

    /// Waits until what was seen so far makes `isMet` true.
    func wait(until isMet: @escaping @Sendable ([RedisEvent]) -> Bool) async {
        await withCheckedContinuation { continuation in
            let isMetNow = state.withLock { state in
                if isMet(state.seen) { return true }
                state.waiters.append((isMet, continuation))
                return false
            }
            if isMetNow { continuation.resume() }
        }
    }
}

extension RedisConfiguration {
    /// This configuration, telling `events`.
    func telling(_ events: Events) -> RedisConfiguration {
        var configuration = self
        configuration.onEvent = events.add
        return configuration
    }
}
