#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The client's thread: feeds the connections' machines and does what they say.
struct ClientLoop {
    private let core: ClientCore
    private let wakeup: Int32
    private var connections: [Connection]
    private let start = ContinuousClock.now

    private struct Connection {
        var machine: ConnectionMachine<RedisRequest>
        var transport: (any Transport)?
        /// Where the transport leads.
        var endpoint: RedisEndpoint?
        /// Whether the system takes no more bytes for now.
        var isBlocked = false
        /// Whether reading was broken off for fairness.
        var hasMore = false
    }

    /// How much is read at once, and how often in a row from one connection.
    private static let bufferSize = 1 << 18
    private static let readsInARow = 16

    init(core: ClientCore, wakeup: Int32) {
        self.core = core
        self.wakeup = wakeup
        connections = (0..<core.connectionCount).map { _ in
            Connection(machine: ConnectionMachine(settings: core.settings))
        }
    }
}

extension ClientLoop {
    /// Runs until the client is released.
    mutating func run() {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.bufferSize, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            // Callers who were just answered may ask again first: then their requests go out
            // together.
            sched_yield()
            let inbox = core.takeInbox()
            if inbox.isClosing { return end() }
            take(inbox)
            settle()
            let hasWork = !inbox.requests.isEmpty || !inbox.attempts.isEmpty
            for index in waitForConnections(hasWork: hasWork) { read(index, buffer) }
            for index in connections.indices { connections[index].machine.tick(at: now) }
            settle()
        }
    }

    private var now: Duration { start.duration(to: .now) }

    private mutating func take(_ inbox: ClientCore.Inbox) {
        for attempt in inbox.attempts { take(attempt) }
        for (index, command, request) in inbox.requests {
            connections[index].machine.submit(command, request, at: now)
        }
    }

    private mutating func take(_ attempt: ClientCore.Attempt) {
        let index = attempt.connection
        switch attempt.outcome {
        case .success(let transport):
            if connections[index].machine.connected(attempt: attempt.number, at: now) {
                connections[index].transport = transport
                connections[index].endpoint = attempt.endpoint
            } else {
                transport.close()
            }
        case .failure(let error):
            connections[index].machine.connectFailed(
                attempt: attempt.number, reason: error.reason, at: now)
        }
    }

    private mutating func end() {
        for index in connections.indices { disconnect(index) }
        Sockets.close(wakeup)
        for waiting in core.retire().requests { waiting.request.complete(.failure(.unavailable)) }
    }
}

// MARK: - Effects

extension ClientLoop {
    /// Does what the machines say and sends what they have to send.
    private mutating func settle() {
        for index in connections.indices {
            repeat {
                for effect in connections[index].machine.takeEffects() { perform(effect, index) }
                flush(index)
            } while connections[index].machine.hasEffects
            core.setAdmitting(index, connections[index].machine.isAdmitting)
        }
    }

    private mutating func perform(
        _ effect: ConnectionMachine<RedisRequest>.Effect, _ index: Int
    ) {
        switch effect {
        case .connect(let attempt): core.connect(index, attempt: attempt)
        case .disconnect: disconnect(index)
        case .answer(let request, let answers, let isLate):
            request.observe(answers)
            if !isLate { request.complete(.success(answers)) }
        case .fail(let request, let failure): request.complete(.failure(failure))
        case .push(let message): core.tell(core, index, .push(message))
        case .isUp:
            // Its number was given to another node while it was being made.
            guard connections[index].endpoint == core.endpoint(index) else {
                return connections[index].machine.lost("The node is another now.", at: now)
            }
            core.tell(core, index, .isUp)
        case .isDown(let reason, let isOpen):
            core.setAdmitting(index, !isOpen)
            core.tell(core, index, .isDown(reason: reason, isOpen: isOpen))
        }
    }

    private mutating func disconnect(_ index: Int) {
        connections[index].transport?.close()
        connections[index].transport = nil
        connections[index].isBlocked = false
        connections[index].hasMore = false
    }

    private mutating func flush(_ index: Int) {
        guard let transport = connections[index].transport, !connections[index].isBlocked else {
            return
        }
        while !connections[index].machine.outgoing.isEmpty {
            switch connections[index].machine.outgoing.withUnsent(transport.send) {
            case .bytes(let count): connections[index].machine.outgoing.didSend(count)
            case .nothing:
                connections[index].isBlocked = true
                return
            case .end:
                connections[index].machine.lost("The connection broke.", at: now)
                return
            }
        }
    }
}

// MARK: - Waiting and reading

extension ClientLoop {
    /// Waits for something to happen. Returns the connections that have something to read.
    private mutating func waitForConnections(hasWork: Bool) -> [Int] {
        var polled = [pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0)]
        for connection in connections {
            let events = Int16(POLLIN) | (connection.isBlocked ? Int16(POLLOUT) : 0)
            // A negative descriptor is passed over.
            polled.append(
                pollfd(fd: connection.transport?.descriptor ?? -1, events: events, revents: 0))
        }
        Sockets.wait(for: &polled, timeout: hasWork ? .zero : timeout)
        if polled[0].revents != 0 { Sockets.drain(wakeup) }
        return connections.indices.filter { index in
            let events = polled[index + 1].revents
            if events & Int16(POLLOUT) != 0 { connections[index].isBlocked = false }
            return events & ~Int16(POLLOUT) != 0 || connections[index].hasMore
        }
    }

    private var timeout: Duration? {
        if connections.contains(where: \.hasMore) { return .zero }
        return connections.compactMap(\.machine.nextTick).min().map { max($0 - now, .zero) }
    }

    /// Takes in what has come. Callers are told only after all of it, in one go, since waking them
    /// one by one costs more than their answers.
    private mutating func read(_ index: Int, _ buffer: UnsafeMutableRawBufferPointer) {
        connections[index].hasMore = false
        for _ in 0..<Self.readsInARow {
            guard let transport = connections[index].transport else { return }
            switch transport.receive(into: buffer) {
            case .bytes(let count):
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                connections[index].machine.received(bytes, at: now)
            case .nothing: return
            case .end:
                connections[index].machine.lost("The engine closed the connection.", at: now)
                return
            }
        }
        connections[index].hasMore = true
    }
}
