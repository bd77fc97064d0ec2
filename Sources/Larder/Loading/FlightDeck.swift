import Synchronization

/// The flights of one loader: ``Flights`` decides, this starts and cancels.
final class FlightDeck: Sendable {
    struct State {
        var flights = Flights<FlightKey>()
        var running: [Int: Flight] = [:]
        /// Flights that run on without a caller. Their place among the callers is the deck's.
        var background: Set<Int> = []
        /// What changes of storage keys the flights have brought.
        var landings = ChangeMarks()
    }

    let state = Mutex(State())
    private let window: ByteCount

    /// The body of an answer that nobody began to read is fetched to its end if it is no longer
    /// than this; who looks at a status only should not lose the cache its answer.
    static let unreadLimit = ByteCount.mebibytes(1)

    init(window: ByteCount) {
        self.window = window
    }
}

extension FlightDeck {
    /// A caller's seat in the flight for `request`. If there is none that can be shared, one is
    /// started, and `run` does its work.
    func board(
        _ request: PreparedRequest, as key: FlightKey,
        run: @escaping @Sendable (Flight) async -> Void
    ) -> Seat {
        // Asked for outside of the lock.
        let priority = request.priority
        let (flight, reader, isNew) = state.withLock { state in
            let (flight, isNew) = join(key, request, priority, &state)
            return (flight, flight.join(), isNew)
        }
        if isNew { start(flight, run) }
        return Seat(flight: flight, reader: reader, deck: self, isShared: !isNew)
    }

    /// Starts a flight that no caller waits for, unless one is under way.
    func dispatch(
        _ request: PreparedRequest, as key: FlightKey,
        run: @escaping @Sendable (Flight) async -> Void
    ) {
        let priority = request.priority
        let flight: Flight? = state.withLock { state in
            guard !state.flights.isOpen(key) else { return nil }
            let (flight, _) = join(key, request, priority, &state)
            state.background.insert(flight.id)
            return flight
        }
        if let flight { start(flight, run) }
    }

    private func join(
        _ key: FlightKey, _ request: PreparedRequest, _ priority: LoadPriority,
        _ state: inout State
    ) -> (Flight, isNew: Bool) {
        switch state.flights.join(key) {
        case .start(let id):
            let flight = Flight(id: id, request: request, priority, window: window)
            state.running[id] = flight
            return (flight, true)
        case .share(let id):
            let flight =
                state.running[id] ?? Flight(id: id, request: request, priority, window: window)
            return (flight, false)
        }
    }

    private func start(_ flight: Flight, _ run: @escaping @Sendable (Flight) async -> Void) {
        flight.run(
            Task {
                await run(flight)
                self.state.withLock { state in
                    state.running[flight.id] = nil
                    state.background.remove(flight.id)
                }
            })
    }
}

extension FlightDeck {
    /// Lets no later caller share the flight: its answer is only for those who wait already.
    func close(_ flight: Flight) { state.withLock { $0.flights.close(flight.id) } }

    /// Takes the flight off the board: later callers start anew or find its answer stored.
    func finish(_ flight: Flight) {
        let hash = KeyHash(flight.request.key)
        state.withLock { state in
            state.flights.finish(flight.id)
            state.landings.change(hash)
        }
    }

    /// The mark of `storageKey`. It differs once a flight has landed there, or what is stored there
    /// was forgotten.
    func mark(_ storageKey: String) -> UInt64 {
        let hash = KeyHash(storageKey)
        return state.withLock { $0.landings.mark(hash) }
    }

    /// A caller leaves. The last one takes the flight down with it, unless that may go on up to
    /// `unreadLimit`.
    func leave(_ flight: Flight, _ reader: Broadcast.Reader, unreadLimit: ByteCount?) {
        let isCancelled = state.withLock { state in
            if unreadLimit != nil, state.flights.callers(of: flight.id) == 1 {
                state.background.insert(flight.id)
                return false
            }
            return state.flights.leave(flight.id) == .cancel
        }
        flight.leave(reader, unreadLimit: unreadLimit ?? .bytes(.max))
        if isCancelled { flight.cancel() }
    }

    /// What is on its way under a storage key was asked for before it changed: it is neither
    /// stored nor shared with later callers, but for the flight that changed it.
    func disown(_ storageKey: String, sparing spared: Flight? = nil) {
        let hash = KeyHash(storageKey)
        let flights = state.withLock { state in
            state.landings.change(hash)
            let ids = state.flights.all { $0.storageKey == ExactKey(storageKey) }
                .filter { $0 != spared?.id }
            for id in ids { state.flights.close(id) }
            return ids.compactMap { state.running[$0] }
        }
        for flight in flights { flight.forbidStoring() }
    }

    /// How many flights run.
    var runningCount: Int { state.withLock { $0.running.count } }

    /// Waits until no flight runs that no caller waits for.
    func idle() async {
        while let flight = unattended {
            if let task = flight.task { await task.value } else { await Task.yield() }
        }
    }

    private var unattended: Flight? {
        state.withLock { state in
            state.running.values.first {
                state.background.contains($0.id) || state.flights.callers(of: $0.id) == 0
            }
        }
    }
}
