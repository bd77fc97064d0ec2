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
        /// Whether the thread sleeps, or is about to, until it is woken.
        var isAsleep = false
        var isClosed = false
        /// Why nothing can be fetched, where it is not that the origin was closed.
        var problem: String?
    }

    private let state = Mutex(State())
    /// What wakes the thread; `nil` before it first sleeps and once it has ended. A lock of its
    /// own, so that the thread, when it is woken, finds that of the messages free.
    private let wake = Mutex<(@Sendable () -> Void)?>(nil)
}

extension CurlMailbox: Carrier {
    func start(_ transfer: Transfer) { post(.start(transfer)) }
    func resume(_ transfer: Transfer) { post(.resume(transfer)) }
    func stop(_ transfer: Transfer) { post(.stop(transfer)) }
}

extension CurlMailbox {
    /// Leaves a message. Once the thread has ended, exchanges fail at once.
    func post(_ message: Message) {
        let (isClosed, problem, wasAsleep) = state.withLock { state in
            if state.isClosed { return (true, state.problem, false) }
            state.messages.append(message)
            defer { state.isAsleep = false }
            return (false, nil, state.isAsleep)
        }
        // Under its lock the thread cannot end and free what is woken meanwhile.
        if wasAsleep { wake.withLock { $0?() } }
        if isClosed, case .start(let transfer) = message { refuse(transfer, problem) }
    }

    /// Has the thread woken by `wake`, which is called under a lock and must not block.
    func wake(by wake: @escaping @Sendable () -> Void) {
        self.wake.withLock { $0 = wake }
    }

    /// The messages so far, in their order. The thread is awake.
    func takeAll() -> [Message] {
        state.withLock { state in
            state.isAsleep = false
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Whether the thread may go to sleep, since no message is left: the next one wakes it. While
    /// it is awake nobody need call the kernel for it.
    func mayRest() -> Bool {
        state.withLock { state in
            state.isAsleep = state.messages.isEmpty
            return state.isAsleep
        }
    }

    /// Takes no more messages. Exchanges that were to start fail, as later ones do.
    func close(because problem: String? = nil) {
        wake.withLock { $0 = nil }
        let messages = state.withLock { state in
            state.isClosed = true
            state.problem = problem
            defer { state.messages = [] }
            return state.messages
        }
        for case .start(let transfer) in messages { refuse(transfer, problem) }
    }

    private func refuse(_ transfer: Transfer, _ problem: String?) {
        transfer.finish(.failure(CurlFailure.closed(transfer.request, because: problem)))
    }
}
#endif
