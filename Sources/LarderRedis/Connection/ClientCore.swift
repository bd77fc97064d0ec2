import Larder
import Synchronization

/// What callers and the client's thread share; it outlives the client until the thread has ended.
final class ClientCore: Sendable {
    /// Where each connection leads, asked anew whenever one is made.
    let endpoint: @Sendable (_ connection: Int) -> RedisEndpoint
    let connectionCount: Int
    let settings: ConnectionSettings
    let tell: @Sendable (ClientCore, Int, RedisClient.News) -> Void
    private let inbox: Mutex<Inbox>
    /// Which connections' breakers are closed, as the thread last said. Not in the inbox: every
    /// look-up asks, and the thread says it in each of its rounds.
    private let admitting: [Flag]

    /// What waits for the thread.
    struct Inbox {
        var requests: [(connection: Int, command: RESPCommand, request: RedisRequest)] = []
        var attempts: [Attempt] = []
        var isClosing = false
        /// Whether the thread looks into the inbox before it next waits.
        fileprivate var isAwake = false
        fileprivate var thread = ThreadState.none
    }

    fileprivate enum ThreadState {
        case none
        case running(wakeup: Int32)
        case ended
    }

    /// How an attempt to connect ended.
    struct Attempt: Sendable {
        let connection: Int
        let number: Int
        /// Where it led.
        let endpoint: RedisEndpoint
        let outcome: Result<any Transport, TransportError>
    }

    init(
        endpoint: @escaping @Sendable (Int) -> RedisEndpoint, connections: Int,
        settings: ConnectionSettings,
        tell: @escaping @Sendable (ClientCore, Int, RedisClient.News) -> Void
    ) {
        self.endpoint = endpoint
        connectionCount = connections
        self.settings = settings
        self.tell = tell
        inbox = Mutex(Inbox())
        admitting = (0..<connections).map { _ in Flag(true) }
    }
}

extension ClientCore {
    func isAdmitting(_ connection: Int) -> Bool {
        admitting[connection].isSet
    }

    func submit(_ command: RESPCommand, over connection: Int, _ request: RedisRequest) {
        let (isTaken, isFirst) = change { inbox in
            guard !inbox.isClosing else { return (false, false) }
            inbox.requests.append((connection, command, request))
            guard case .none = inbox.thread else { return (true, false) }
            return (true, true)
        }
        guard isTaken else { return request.complete(.failure(.unavailable)) }
        if isFirst { startThreadOnce() }
    }

    func close() {
        change { $0.isClosing = true }
    }

    /// Connects on a thread of its own, since looking up a name may take long.
    func connect(_ connection: Int, attempt number: Int) {
        let place = endpoint(connection)
        let end: @Sendable (Result<any Transport, TransportError>) -> Void = { [self] outcome in
            finish(
                Attempt(connection: connection, number: number, endpoint: place, outcome: outcome))
        }
        let isStarted = OwnThread.start { [settings] in
            end(
                Result { () throws(TransportError) in
                    try place.connect(timeout: settings.connectDeadline)
                })
        }
        guard !isStarted else { return }
        end(.failure(TransportError(reason: "The system has no thread to give.")))
    }

    private func finish(_ attempt: Attempt) {
        let isTaken = change { inbox in
            guard !inbox.isClosing else { return false }
            inbox.attempts.append(attempt)
            return true
        }
        if !isTaken, case .success(let transport) = attempt.outcome { transport.close() }
    }
}

// MARK: - The thread's side

extension ClientCore {
    /// Empties the inbox. With nothing in it the thread counts as asleep from here on.
    func takeInbox() -> Inbox {
        inbox.withLock { inbox in
            let taken = inbox
            inbox.requests = []
            inbox.attempts = []
            inbox.isAwake = !taken.requests.isEmpty || !taken.attempts.isEmpty
            return taken
        }
    }

    func setAdmitting(_ connection: Int, _ isAdmitting: Bool) {
        admitting[connection].isSet = isAdmitting
    }

    /// The thread ends; what still comes is refused.
    func retire() -> Inbox {
        inbox.withLock { inbox in
            let taken = inbox
            inbox.requests = []
            inbox.attempts = []
            if case .running(let wakeup) = inbox.thread { Sockets.close(wakeup) }
            inbox.thread = .ended
            inbox.isClosing = true
            return taken
        }
    }

    /// Changes the inbox and wakes the thread if it sleeps. The write does not block, so it may
    /// happen under the lock that keeps it from a descriptor which was closed and given out anew.
    @discardableResult
    private func change<Value: Sendable>(_ body: (inout sending Inbox) -> Value) -> Value {
        inbox.withLock { inbox in
            let value = body(&inbox)
            if case .running(let wakeup) = inbox.thread, !inbox.isAwake {
                inbox.isAwake = true
                Sockets.wake(wakeup)
            }
            return value
        }
    }

    private func startThreadOnce() {
        let pipe: (isNeeded: Bool, read: Int32?) = inbox.withLock { inbox in
            guard case .none = inbox.thread else { return (false, nil) }
            guard let pipe = Sockets.makePipe() else { return (true, nil) }
            inbox.thread = .running(wakeup: pipe.write)
            inbox.isAwake = true
            return (true, pipe.read)
        }
        guard pipe.isNeeded else { return }
        let isStarted = pipe.read.map { wakeup in
            OwnThread.start {
                var loop = ClientLoop(core: self, wakeup: wakeup)
                loop.run()
            }
        }
        guard isStarted != true else { return }
        if let wakeup = pipe.read { Sockets.close(wakeup) }
        for waiting in retire().requests { waiting.request.complete(.failure(.unavailable)) }
    }
}
