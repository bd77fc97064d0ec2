import Synchronization

/// Where a cache and the loaders over it tell what happens to them.
///
/// While no ``Monitor`` watches, telling is one relaxed load. While one does, a hit adds one to a
/// counter; the rest is counted under locks, and told to those who listen.
final class Meter: Sendable {
    private struct State {
        var queues: [EventQueue] = []
        var lastQueue = 0
    }

    /// The tiers from the top.
    let tiers: [TierMeter]
    let loads = LoadMeter()
    private let monitors = Atomic(0)
    private let listeners = Atomic(0)
    private let state = Mutex(State())

    init(_ tiers: [any CacheTier]) {
        self.tiers = tiers.map(TierMeter.init)
    }
}

extension Meter {
    /// Whether a monitor watches.
    var isOn: Bool { monitors.load(ordering: .relaxed) > 0 }

    /// Whether somebody listens to the events.
    var isHeard: Bool { listeners.load(ordering: .relaxed) > 0 }

    func beginWatch() { monitors.wrappingAdd(1, ordering: .relaxed) }

    func endWatch() { monitors.wrappingSubtract(1, ordering: .relaxed) }
}

// MARK: - Events

extension Meter {
    /// Hands an event to everybody who listens. Waits for nobody.
    func announce(_ event: @autoclosure () -> MonitorEvent) {
        guard isHeard else { return }
        let event = event()
        let woken = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.queues.indices.compactMap { state.queues[$0].add(event) }
        }
        for waiter in woken { waiter.resume() }
    }

    /// Begins to keep events for a listener. Returns what it is called.
    func listen(limit: Int) -> Int {
        let id = state.withLock { state in
            state.lastQueue += 1
            state.queues.append(EventQueue(id: state.lastQueue, limit: limit))
            return state.lastQueue
        }
        listeners.wrappingAdd(1, ordering: .relaxed)
        return id
    }

    func stopListening(_ id: Int) {
        listeners.wrappingSubtract(1, ordering: .relaxed)
        state.withLock { $0.queues.removeAll { $0.id == id } }
    }

    /// Waits for events and returns them; none when the task is cancelled.
    func events(for id: Int) async -> [MonitorEvent] {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isParked = change(id) { $0.park(continuation) } ?? false
                if !isParked { continuation.resume() }
            }
        } onCancel: {
            (change(id) { $0.end() } ?? nil)?.resume()
        }
        return change(id) { $0.take() } ?? []
    }

    /// Changes the queue of a listener that still listens.
    private func change<Result: Sendable>(
        _ id: Int, _ body: (inout EventQueue) -> Result
    ) -> Result? {
        state.withLock { state in
            state.queues.firstIndex { $0.id == id }.map { body(&state.queues[$0]) }
        }
    }
}
