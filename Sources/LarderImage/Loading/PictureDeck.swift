import Larder
import Synchronization

/// The pictures being made by one loader: ``PictureFlights`` decides, this starts, resumes and
/// cancels, with no lock held.
final class PictureDeck: Sendable {
    /// What callers must agree in to share a flight.
    struct Key: Hashable, Sendable {
        let picture: PictureKey
        let policy: CachePolicy
        /// Tells apart what must not be shared; 0 for what may.
        let serial: UInt64
    }

    typealias Updates = AsyncThrowingStream<LoadedImage, any Error>

    /// Makes something more urgent.
    typealias Raise = @Sendable (LoadPriority) -> Void

    fileprivate enum Waiter: Sendable {
        /// Wants the picture.
        case one(CheckedContinuation<LoadedImage, any Error>)
        /// Wants previews too.
        case all(Updates.Continuation)
    }

    fileprivate struct State {
        var flights = PictureFlights<Key, Waiter>()
        /// The work of each flight until its very end, which may come after its answer.
        var runs: [Int: Run] = [:]
    }

    fileprivate struct Run {
        var task: Task<Void, Never>?
        var isCancelled = false
        /// Whom to tell when the flight becomes more urgent, in the order of their coming.
        var hooks: [Int: Raise] = [:]
        var lastHook = 0
    }

    private let state = Mutex(State())
}

extension PictureDeck {
    /// What a caller asks the deck for.
    struct Order: Sendable {
        let key: Key
        var priority: LoadPriority
        /// Whether the outcome is to be kept in memory.
        let keeps: Bool
        /// Makes the picture and finishes the flight. Its task is cancelled when nobody waits.
        let run: @Sendable (Flight) async -> Void
        /// Told when a later caller is in more of a hurry.
        let raise: Raise
    }

    /// The picture, from the flight under way or a new one.
    func image(_ order: Order) async throws -> LoadedImage {
        let ticket = Ticket()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                join(order, .one(continuation), ticket)
            }
        } onCancel: {
            leave(order.key, ticket)
        }
    }

    /// The picture's previews and the picture. A slow reader misses previews.
    func updates(_ order: Order) -> Updates {
        Updates(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let ticket = Ticket()
            continuation.onTermination = { _ in self.leave(order.key, ticket) }
            join(order, .all(continuation), ticket)
        }
    }

    /// Makes the flight under `key` more urgent, if there is one, without joining it.
    func raise(_ key: Key, to priority: LoadPriority) {
        guard let id = state.withLock({ $0.flights.raise(key, to: priority) }) else { return }
        tell(id, priority)
    }

    /// How many flights are under way.
    var count: Int { state.withLock { $0.flights.count } }
}

extension PictureDeck {
    /// Where a waiter stands, so that a cancellation finds it whenever it comes.
    private final class Ticket: Sendable {
        enum Place { case unknown, left, waiting(PictureFlights<Key, Waiter>.WaiterID) }
        let place = Mutex(Place.unknown)
    }

    private func join(_ order: Order, _ waiter: Waiter, _ ticket: Ticket) {
        let join = ticket.place.withLock { place -> PictureFlights<Key, Waiter>.Join? in
            if case .left = place { return nil }
            let (join, waiterID) = state.withLock {
                let joined = $0.flights.join(
                    order.key, waiter, priority: order.priority, keeps: order.keeps)
                if case .start(let id) = joined.0 { $0.runs[id] = Run() }
                return joined
            }
            place = .waiting(waiterID)
            return join
        }
        switch join {
        case .start(let id): start(order, id)
        case .raise(let id, let priority):
            order.raise(priority)
            tell(id, priority)
        case .wait: break
        case nil: waiter.resume(with: .failure(CancellationError()))
        }
    }

    private func tell(_ id: Int, _ priority: LoadPriority) {
        let hooks = state.withLock { $0.runs[id]?.hooks.values.map { $0 } ?? [] }
        for hook in hooks { hook(priority) }
    }

    private func leave(_ key: Key, _ ticket: Ticket) {
        let waiterID = ticket.place.withLock { place -> Int? in
            defer { place = .left }
            if case .waiting(let id) = place { return id } else { return nil }
        }
        guard let waiterID else { return }
        let (waiter, task) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            switch state.flights.leave(key, waiterID) {
            case .othersRemain(let waiter): (waiter, nil)
            case .cancel(let id, let waiter): (waiter, state.cancel(id))
            case .alreadyFinished: (nil, nil)
            }
        }
        task?.cancel()
        waiter?.resume(with: .failure(CancellationError()))
    }

    private func start(_ order: Order, _ id: Int) {
        let flight = Flight(key: order.key, id: id, deck: self)
        let task = Task {
            await order.run(flight)
            state.withLock { $0.runs[id] = nil }
        }
        // The last waiter may have left before the task had a name.
        let isCancelled = state.withLock { state in
            state.runs[id]?.task = task
            return state.runs[id]?.isCancelled ?? false
        }
        if isCancelled { task.cancel() }
    }

    /// Waits until no flight is under way, and what each keeps after its answer is kept.
    func idle() async {
        while let run = state.withLock({ $0.runs.values.first }) {
            if let task = run.task { await task.value } else { await Task.yield() }
        }
    }
}

extension PictureDeck.Run {
    fileprivate mutating func add(_ hook: @escaping PictureDeck.Raise) -> Int {
        lastHook += 1
        hooks[lastHook] = hook
        return lastHook
    }
}

extension PictureDeck.State {
    fileprivate mutating func cancel(_ id: Int) -> Task<Void, Never>? {
        runs[id]?.isCancelled = true
        return runs[id]?.task
    }
}

extension PictureDeck {
    /// A flight as its work sees it.
    struct Flight: Sendable {
        fileprivate let key: Key
        fileprivate let id: Int
        fileprivate let deck: PictureDeck

        /// How urgent the most urgent waiter is.
        var priority: LoadPriority { deck.state(of: self)?.priority ?? .normal }

        /// Whether a waiter wants the outcome to be kept in memory.
        var keeps: Bool { deck.state(of: self)?.keeps ?? false }

        /// Whether a waiter wants previews.
        var wantsPreviews: Bool {
            deck.state(of: self)?.waiters.contains { $0.wantsPreviews } ?? false
        }

        /// Does `work`, given how urgent the flight is; `raise` is told if it becomes more urgent
        /// meanwhile.
        func raising<Value>(
            _ raise: @escaping Raise, _ work: (LoadPriority) async throws -> Value
        ) async rethrows -> Value {
            let hook = deck.state.withLock { $0.runs[id]?.add(raise) }
            defer { if let hook { deck.state.withLock { $0.runs[id]?.hooks[hook] = nil } } }
            return try await work(priority)
        }

        /// Hands a preview to those who want it.
        func show(_ preview: LoadedImage) {
            for waiter in deck.state(of: self)?.waiters ?? [] { waiter.show(preview) }
        }

        /// Ends the flight for everyone who waits. Later calls do nothing.
        func finish(_ result: Result<LoadedImage, any Error>) {
            let waiters = deck.state.withLock { $0.flights.finish(key, id) }
            for waiter in waiters { waiter.resume(with: result) }
        }
    }

    private func state(
        of flight: Flight
    ) -> (waiters: [Waiter], priority: LoadPriority, keeps: Bool)? {
        state.withLock { $0.flights.state(flight.key, flight.id) }
    }
}

extension PictureDeck.Waiter {
    fileprivate var wantsPreviews: Bool {
        if case .all = self { true } else { false }
    }

    fileprivate func show(_ preview: LoadedImage) {
        if case .all(let updates) = self { updates.yield(preview) }
    }

    fileprivate func resume(with result: Result<LoadedImage, any Error>) {
        switch self {
        case .one(let continuation): continuation.resume(with: result)
        case .all(let updates):
            if case .success(let image) = result { updates.yield(image) }
            updates.finish(throwing: result.failure)
        }
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
