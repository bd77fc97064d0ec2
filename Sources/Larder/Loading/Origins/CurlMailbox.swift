#if os(Linux)
import CCurl
import Synchronization

/// What other threads want of an origin's thread.
final class CurlMailbox: Sendable {
    enum Message: Sendable {
        case start(Transfer)
        case stop(Transfer)
        case resume(Transfer)
        /// Nobody can send any more: end when the last exchange has.
        case retire
        /// End at once.
        case close
    }

    private struct State {
        var messages: [Message] = []
        var isClosed = false
        let wake: @Sendable () -> Void
    }

    private let state: Mutex<State>

    /// `wake` is called under a lock and must not block.
    init(wake: @escaping @Sendable () -> Void) {
        state = Mutex(State(wake: wake))
    }
}

extension CurlMailbox: Carrier {
    func start(_ transfer: Transfer) { post(.start(transfer)) }
    func resume(_ transfer: Transfer) { post(.resume(transfer)) }
    func stop(_ transfer: Transfer) { post(.stop(transfer)) }
}

extension CurlMailbox {
    /// Leaves a message. Once the thread has ended, exchanges fail at once.
    func post(_ message: Message) {
        let isClosed = state.withLock { state in
            if state.isClosed { return true }
            state.messages.append(message)
            // Under the lock, so that the thread cannot end and free what is woken meanwhile.
            if state.messages.count == 1 { state.wake() }
            return false
        }
        if isClosed, case .start(let transfer) = message {
            transfer.finish(.failure(CurlFailure.closed(transfer.request)))
        }
    }

    /// The messages so far, in their order.
    func takeAll() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Takes no more messages and returns those left.
    func close() -> [Message] {
        state.withLock { state in
            state.isClosed = true
            defer { state.messages = [] }
            return state.messages
        }
    }
}
#endif
