#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// One exchange in progress and those who wait for it.
///
/// ``Broadcast`` decides who gets what; this holds it in a lock and wakes whom it concerns after
/// unlocking. One task sends, any number of callers read.
final class Flight: Sendable {
    /// What a flight brings.
    enum Head: Sendable {
        /// An answer from the cache, which the origin confirmed or could not replace.
        case stored(StoredAnswer, CacheStatus)
        /// An answer whose body is on its way.
        case live(LiveHead)
    }

    /// The beginning of an answer whose body is on its way.
    struct LiveHead: Sendable {
        let response: StoredResponse
        let cacheStatus: CacheStatus
        let wireBytes: @Sendable () -> Int
        /// Whether the origin was asked by a stored answer's conditions, and not by the callers'.
        let hidConditions: Bool
    }

    private struct State {
        var head: Result<Head, any Error>?
        var broadcast: Broadcast
        var readers = 0
        var sleepers: [Broadcast.Reader: CheckedContinuation<Void, Never>] = [:]
        var sender: CheckedContinuation<Void, Never>?
        var mayStore = true
        /// Where parked readers go on after the end.
        var source: (any EntryReader)?
        /// How many bytes are still fetched when nobody reads.
        var unreadLimit = Int.max
        var priority: LoadPriority
        var task: Task<Void, Never>?
        var isCancelled = false
        /// What keeps other machines from asking for the same.
        var lease: (any FleetLease)?
    }

    let id: Int
    let request: PreparedRequest
    /// What its exchanges brought over the network.
    let wire = WireMeter()
    private let state: Mutex<State>

    init(id: Int, request: PreparedRequest, _ priority: LoadPriority, window: ByteCount) {
        self.id = id
        self.request = request
        state = Mutex(
            State(
                broadcast: Broadcast(window: window.bytes, isStored: false),
                priority: priority))
    }
}

// MARK: - Its task

extension Flight {
    /// Hands over the task that sends, which ends with the flight.
    func run(_ task: Task<Void, Never>) {
        let isLate = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isLate { task.cancel() }
    }

    func cancel() {
        let task = state.withLock { state in
            state.isCancelled = true
            return state.task
        }
        task?.cancel()
    }

    var task: Task<Void, Never>? { state.withLock { $0.task } }

    var priority: LoadPriority { state.withLock { $0.priority } }

    /// Makes the exchange more urgent. Returns whether it was less so.
    func raise(to priority: LoadPriority) -> Bool {
        state.withLock { state in
            guard priority > state.priority else { return false }
            state.priority = priority
            return true
        }
    }

    /// Whether the answer may be stored: not if its URL was changed or removed meanwhile.
    var mayStore: Bool { state.withLock { $0.mayStore } }

    func forbidStoring() { state.withLock { $0.mayStore = false } }

    func hold(_ lease: (any FleetLease)?) { state.withLock { $0.lease = lease } }

    func takeLease() -> (any FleetLease)? {
        state.withLock { state in
            defer { state.lease = nil }
            return state.lease
        }
    }
}

// MARK: - Sending

extension Flight {
    /// Gives every caller the head. A body that will be stored can leave slow readers behind.
    func deliver(_ head: Head, willStore: Bool) {
        let woken = state.withLock { state in
            guard state.head == nil else { return [CheckedContinuation<Void, Never>]() }
            state.head = .success(head)
            state.broadcast.isStored = willStore
            return Self.takeSleepers(&state)
        }
        for sleeper in woken { sleeper.resume() }
    }

    /// Sends a part of the body on, after waiting for a reader if need be.
    ///
    /// - Throws: `CancellationError` when the task was cancelled, or when nobody reads and more
    ///   came than is fetched for nobody.
    func send(_ chunk: Data) async throws {
        if !state.withLock({ $0.broadcast.hasRoom }) { await waitForRoom() }
        try Task.checkCancellation()
        let (woken, isWanted) = state.withLock { state in
            state.broadcast.send(chunk)
            let isWanted = state.readers > 0 || state.broadcast.count <= state.unreadLimit
            return (state.head == nil ? [] : Self.takeSleepers(&state), isWanted)
        }
        for sleeper in woken { sleeper.resume() }
        if !isWanted { throw CancellationError() }
    }

    /// Whether the callers have a head.
    var isDelivered: Bool { state.withLock { $0.head != nil } }

    /// How many bytes were sent.
    var sentCount: Int { state.withLock { $0.broadcast.count } }

    /// The whole body so far; `nil` when its beginning was let go.
    var kept: [Data]? {
        state.withLock { $0.broadcast.isWhole ? $0.broadcast.kept : nil }
    }

    /// The whole body, if it came in one piece and has ended well.
    var whole: Data? { state.withLock { $0.broadcast.whole } }

    /// Tells that what readers leave behind cannot be read later.
    func forgetStoring() { state.withLock { $0.broadcast.isStored = false } }

    /// Ends the body, with the `head` if there was none yet. Parked readers go on with `source`.
    func finish(
        _ end: Broadcast.End, with head: Head? = nil, source: (any EntryReader)? = nil
    ) {
        let woken = state.withLock { state in
            if let head, state.head == nil { state.head = .success(head) }
            if case .failed(let error) = end, state.head == nil { state.head = .failure(error) }
            state.source = source
            state.broadcast.finish(end)
            return Self.takeSleepers(&state)
        }
        for sleeper in woken { sleeper.resume() }
    }

    /// Whether a reader waits for what is only in the cache.
    var hasParked: Bool { state.withLock { $0.broadcast.hasParked } }

    private func waitForRoom() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let hasRoom = state.withLock { state in
                    let hasRoom = state.broadcast.hasRoom || Task.isCancelled
                    if !hasRoom { state.sender = continuation }
                    return hasRoom
                }
                if hasRoom { continuation.resume() }
            }
        } onCancel: {
            takeSender()?.resume()
        }
    }

    private func takeSender() -> CheckedContinuation<Void, Never>? {
        state.withLock { state in
            defer { state.sender = nil }
            return state.sender
        }
    }

    private static func takeSleepers(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
        defer { state.sleepers = [:] }
        return Array(state.sleepers.values)
    }
}

// MARK: - Reading

extension Flight {
    func join() -> Broadcast.Reader {
        state.withLock { state in
            state.readers += 1
            state.unreadLimit = .max
            return state.broadcast.join()
        }
    }

    /// Takes a reader off. If nobody is left, no more than `unreadLimit` bytes are fetched.
    func leave(_ reader: Broadcast.Reader, unreadLimit: ByteCount) {
        let sender = state.withLock { state in
            state.readers -= 1
            if state.readers == 0 { state.unreadLimit = unreadLimit.bytes }
            state.broadcast.leave(reader)
            return Self.takeSenderIfRoom(&state)
        }
        sender?.resume()
    }

    /// Waits for the head.
    func head(_ reader: Broadcast.Reader) async throws -> Head {
        while true {
            if let head = state.withLock({ $0.head }) { return try head.get() }
            try await sleep(reader) { $0.head != nil }
        }
    }

    /// Waits for the next part of the body; `nil` is the end.
    func next(_ reader: Broadcast.Reader) async throws -> Data? {
        while true {
            let (next, sender, source) = state.withLock { state in
                let next = state.broadcast.next(reader)
                return (next, Self.takeSenderIfRoom(&state), state.source)
            }
            sender?.resume()
            switch next {
            case .chunk(let data): return data
            case .end: return nil
            case .failed(let error): throw error
            case .parked(let offset): return try await readOn(reader, from: offset, source)
            case .wait: try await sleep(reader) { $0.broadcast.hasNews(for: reader) }
            }
        }
    }

    private func readOn(
        _ reader: Broadcast.Reader, from offset: Int, _ source: (any EntryReader)?
    ) async throws -> Data? {
        guard let source else {
            throw LoadError(
                .connectionLost, "The body was read too slowly, and could not be stored.",
                url: request.url)
        }
        let bytes = try await source.read(offset..<offset + StoredBody.part.bytes)
        state.withLock { $0.broadcast.advance(reader, by: bytes.count) }
        return bytes.isEmpty ? nil : bytes
    }

    private func sleep(
        _ reader: Broadcast.Reader, until isReady: (borrowing State) -> Bool
    ) async throws {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    let isReady = isReady(state) || Task.isCancelled
                    if !isReady { state.sleepers[reader] = continuation }
                    return isReady
                }
                if isReady { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: reader) }?.resume()
        }
        try Task.checkCancellation()
    }

    private static func takeSenderIfRoom(
        _ state: inout State
    ) -> CheckedContinuation<Void, Never>? {
        guard state.broadcast.hasRoom else { return nil }
        defer { state.sender = nil }
        return state.sender
    }
}
