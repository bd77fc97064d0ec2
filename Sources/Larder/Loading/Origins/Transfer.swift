import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One exchange as its caller and whoever carries it out share it.
///
/// ``Exchange`` decides under the lock; continuations are resumed and the carrier is told after
/// unlocking.
final class Transfer: Sendable {
    typealias HeadWaiter = CheckedContinuation<LoadError.ResponseHead, any Error>
    typealias Reader = CheckedContinuation<Data?, any Error>
    typealias State = Exchange<HeadWaiter, Reader>

    let request: OriginRequest
    /// Scheme, host and port of the URL, which take long to read from it.
    let place: String
    let askedAt: Duration
    private let carrier: any Carrier
    private let state: Mutex<State>

    init(_ request: OriginRequest, askedAt: Duration, carrier: any Carrier) {
        self.request = request
        place = Self.place(request.url)
        self.askedAt = askedAt
        self.carrier = carrier
        state = Mutex(State(limit: request.limit))
    }
}

// MARK: - The caller's side

extension Transfer {
    /// The bytes of head and undecoded body that came.
    var wireBytes: Int { state.withLock { $0.wireBytes } }

    /// Has the exchange carried out up to its head.
    func head() async throws -> LoadError.ResponseHead {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                perform(state.withLock { $0.awaitHead(continuation) })
                // After an earlier cancellation the carrier finds it ended and drops it.
                carrier.start(self)
            }
        } onCancel: {
            abandon()
        }
    }

    /// Scheme, host and port: all of a URL that a message may show.
    static func place(_ url: URL) -> String {
        let port = url.port.map { ":\($0)" } ?? ""
        var host = url.host() ?? ""
        // An address of version 6 stands in brackets.
        if host.contains(":") { host = "[\(host)]" }
        return "\((url.scheme ?? "").lowercased())://\(host)\(port)"
    }

    /// The body: all of it if it has come, or one whose reading or dropping ends the exchange.
    func body() -> Body {
        if let whole = state.withLock({ $0.takeWhole() }) { return Body(whole) }
        let lease = BodyLease(self)
        return Body {
            let reading = BodyLease(self, within: lease)
            return { try await reading.transfer.nextPart() }
        }
    }

    private func nextPart() async throws -> Data? {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                perform(state.withLock { $0.read(continuation) })
            }
        } onCancel: {
            abandon()
        }
    }

    private func abandon() {
        perform(state.withLock { $0.abandon(CancellationError()) })
    }

    fileprivate func leave() {
        let message = "The body was read before, or left. Send the request again."
        let reason = LoadError(.invalidRequest, message, url: request.url)
        perform(state.withLock { $0.abandon(reason) })
    }

    private func perform(_ effects: State.Effects) {
        if let head = effects.head { head.waiter.resume(with: head.result) }
        if let reader = effects.reader { reader.waiter.resume(with: reader.result) }
        if effects.resumesTransfer { carrier.resume(self) }
        if effects.stopsTransfer { carrier.stop(self) }
    }
}

/// Ends the exchange when the body, or the iterator over it, is dropped.
private final class BodyLease: Sendable {
    let transfer: Transfer
    private let outer: BodyLease?

    init(_ transfer: Transfer, within outer: BodyLease? = nil) {
        self.transfer = transfer
        self.outer = outer
    }

    deinit {
        transfer.leave()
    }
}

/// Bytes for the time of one call.
// Safe because who is given them copies them before the call returns.
private struct LentBytes: @unchecked Sendable {
    let buffer: UnsafeRawBufferPointer
}

// MARK: - The carrier's side

extension Transfer {
    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Whether the sender was told to wait for the reader.
    var isPaused: Bool { state.withLock { $0.isPaused } }

    func receive(_ head: LoadError.ResponseHead, size: Int) {
        state.withLock { $0.receive(head, size: size) }
    }

    /// Takes a part of the body, unless the reader is behind.
    func receive(
        _ bytes: UnsafeRawBufferPointer, expected: Int?, endsThere: Bool
    ) -> State.Intake {
        let bytes = LentBytes(buffer: bytes)
        return state.withLock {
            $0.receive(bytes.buffer, expected: expected, endsThere: endsThere)
        }
    }

    /// Whether the sender must wait for the reader.
    func isBehind() -> Bool { state.withLock { $0.isBehind() } }

    /// Takes a part of the body that cannot come again.
    func accept(_ bytes: Data, wireCount: Int?) -> State.Intake {
        state.withLock { $0.accept(bytes, wireCount: wireCount) }
    }

    /// The bytes of the body that came, as sent.
    var bodyBytes: Int { state.withLock { $0.bodyBytes } }

    func finish(_ result: Result<Void, any Error>) {
        state.withLock { $0.finish(result) }
        settle()
    }

    /// Serves whoever waits with what has come.
    func settle() {
        perform(state.withLock { $0.settle() })
    }
}
