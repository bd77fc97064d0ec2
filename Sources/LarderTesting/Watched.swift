import Synchronization

/// A value whose changes can be awaited, so that tests need no sleeps.
final class Watched<Value: Sendable>: Sendable {
    private struct Waiter {
        let isMet: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var nextID = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }
}

extension Watched {
    /// The value as it is.
    var value: Value { state.withLock { $0.value } }

    /// Changes the value and then wakes those who waited for what it has become.
    func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        let (result, woken) = state.withLock { state in
            let result = body(&state.value)
            let met = state.waiters.filter { $0.value.isMet(state.value) }
            for id in met.keys { state.waiters[id] = nil }
            return (result, met.values.map(\.continuation))
        }
        for continuation in woken { continuation.resume() }
        return result
    }

    /// Suspends until `isMet` holds. Throws `CancellationError` when the task is cancelled.
    func wait(until isMet: @escaping @Sendable (Value) -> Bool) async throws {
        let id = state.withLock { state in
            state.nextID += 1
            return state.nextID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                register(Waiter(isMet: isMet, continuation: continuation), as: id)
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: id) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// A cancellation before this finds no waiter, but then the task knows of it already.
    private func register(_ waiter: Waiter, as id: Int) {
        let outcome: Result<Void, any Error>? = state.withLock { state in
            if waiter.isMet(state.value) { return .success(()) }
            if Task.isCancelled { return .failure(CancellationError()) }
            state.waiters[id] = waiter
            return nil
        }
        if let outcome { waiter.continuation.resume(with: outcome) }
    }
}
