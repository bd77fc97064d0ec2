/// One connection to an engine: what to send, whose answer came, when to give up.
///
/// Pure: it holds no socket and reads no clock. Its owner tells it what happened and when, then
/// performs what ``takeEffects()`` says and sends ``outgoing``.
///
/// Requests that pile up go out together, and each waits at most the deadline. Once used, it
/// stays connected: a connection that broke is made anew at once, one that cannot be made after
/// a pause that grows. Meanwhile the breaker is open and requests fail without waiting.
struct ConnectionMachine<Ticket> {
    let settings: ConnectionSettings

    private(set) var phase = Phase.down
    private(set) var breaker: Breaker
    /// What is to be sent.
    var outgoing = Outgoing()

    private var effects: [Effect] = []
    private var row = RequestRow<Purpose>()
    /// Requests that wait for a connection.
    private var waiting: [(command: RESPCommand, ticket: Ticket, since: Duration)] = []
    private var parser: RESPParser
    private var values: [RESPValue] = []
    private var attempt = 0
    /// Whether an attempt was begun whose end was not told yet, be it one given up meanwhile.
    private var isAttempting = false
    private var isWanted = false
    private var lastHeard = Duration.zero
    private var generator = SystemRandomNumberGenerator()

    enum Phase: Equatable {
        case down
        case connecting(until: Duration)
        case greeting(until: Duration)
        case ready
    }

    enum Effect {
        /// Begin to connect; tell the outcome together with the attempt's number.
        case connect(attempt: Int)
        case disconnect
        /// All answers to a request. A late one's caller has been told of the failure before.
        case answer(Ticket, [RESPValue], isLate: Bool)
        case fail(Ticket, RedisFailure)
        /// What the engine said unasked.
        case push([RESPValue])
        case isUp
        /// The connection is gone. The pause is given when the breaker is open.
        case isDown(reason: String, isOpen: Bool)
    }

    private enum Purpose {
        case request(Ticket)
        case greeting
        case heartbeat
    }

    init(settings: ConnectionSettings) {
        self.settings = settings
        breaker = settings.breaker
        parser = RESPParser(limit: settings.answerLimit)
    }
}

// MARK: - What the owner does

extension ConnectionMachine {
    /// What is to be done, in order.
    mutating func takeEffects() -> [Effect] {
        defer { effects.removeAll() }
        return effects
    }

    var hasEffects: Bool { !effects.isEmpty }

    /// Whether a request has a chance now.
    var isAdmitting: Bool { phase == .ready || breaker.isClosed }

    /// Asks for `command` to be sent.
    mutating func submit(_ command: RESPCommand, _ ticket: Ticket, at now: Duration) {
        isWanted = true
        if phase == .ready {
            send(command, .request(ticket), at: now)
        } else if breaker.isClosed {
            waiting.append((command, ticket, now))
            connectIfDown(at: now)
        } else {
            effects.append(.fail(ticket, .unavailable))
            connectIfDown(at: now)
        }
    }

    /// The attempt has led to a connection. `false` when it was given up: then close it.
    mutating func connected(attempt number: Int, at now: Duration) -> Bool {
        isAttempting = false
        guard case .connecting = phase, number == attempt else { return false }
        phase = .greeting(until: now + settings.connectDeadline)
        send(settings.greeting, .greeting, at: now)
        return true
    }

    /// The attempt has led to nothing.
    mutating func connectFailed(attempt number: Int, reason: String, at now: Duration) {
        isAttempting = false
        guard case .connecting = phase, number == attempt else { return }
        giveUp(reason, at: now)
    }

    /// Bytes have come.
    mutating func received(_ bytes: UnsafeRawBufferPointer, at now: Duration) {
        guard phase != .down else { return }
        lastHeard = now
        do throws(RESPViolation) {
            defer { values.removeAll(keepingCapacity: true) }
            var violation: RESPViolation?
            do throws(RESPViolation) { try parser.read(bytes, into: &values) } catch {
                violation = error
            }
            for value in values where phase != .down { try take(value, at: now) }
            if let violation { throw violation }
        } catch {
            lose("The engine sent what is no answer: \(error.reason).", at: now)
        }
    }

    /// The other side has closed, or the system has.
    mutating func lost(_ reason: String, at now: Duration) {
        lose(reason, at: now)
    }

    /// Does what is due at `now`.
    mutating func tick(at now: Duration) {
        switch phase {
        case .down: if isWanted { connectIfDown(at: now) }
        case .connecting(let end), .greeting(let end):
            if now >= end { giveUp("The engine cannot be reached in time.", at: now) }
        case .ready: watch(at: now)
        }
        failWaiting(at: now)
    }

    /// When ``tick(at:)`` has something to do next.
    var nextTick: Duration? {
        let wait = waiting.first.map { $0.since + settings.deadline }
        let next: Duration? =
            switch phase {
            case .down: isWanted && !isAttempting ? breaker.end : nil
            case .connecting(let end), .greeting(let end): end
            case .ready: nextWatch
            }
        return [wait, next].compactMap { $0 }.min()
    }
}

// MARK: - Connecting

extension ConnectionMachine {
    private mutating func connectIfDown(at now: Duration) {
        guard phase == .down, !isAttempting, breaker.admits(at: now) else { return }
        attempt += 1
        isAttempting = true
        phase = .connecting(until: now + settings.connectDeadline)
        effects.append(.connect(attempt: attempt))
    }

    private mutating func greeted(_ answers: [RESPValue], at now: Duration) {
        if let refusal = answers.lazy.compactMap(\.refusal).first {
            return giveUp("The engine refuses: \(refusal)", at: now)
        }
        phase = .ready
        breaker.close()
        effects.append(.isUp)
        for request in waiting { send(request.command, .request(request.ticket), at: now) }
        waiting = []
    }

    /// Ends an attempt: whoever waits for it is not left waiting.
    private mutating func giveUp(_ reason: String, at now: Duration) {
        breaker.fail(at: now, final: true, using: &generator)
        drop(reason)
    }

    /// Ends a connection that worked.
    private mutating func lose(_ reason: String, at now: Duration) {
        guard phase == .ready else {
            if phase != .down { giveUp(reason, at: now) }
            return
        }
        breaker.fail(at: now, using: &generator)
        drop(reason)
    }

    private mutating func drop(_ reason: String) {
        phase = .down
        outgoing = Outgoing()
        parser = RESPParser(limit: settings.answerLimit)
        effects.append(.disconnect)
        effects.append(.isDown(reason: reason, isOpen: !breaker.isClosed))
        for case .request(let ticket) in row.removeAll() { effects.append(.fail(ticket, .lost)) }
        guard !breaker.isClosed else { return }
        for request in waiting { effects.append(.fail(request.ticket, .unavailable)) }
        waiting = []
    }
}

// MARK: - Requests and answers

extension ConnectionMachine {
    private mutating func send(_ command: RESPCommand, _ purpose: Purpose, at now: Duration) {
        outgoing.append(command.bytes)
        row.append(purpose, expecting: command.kinds, at: now)
    }

    private mutating func take(_ value: RESPValue, at now: Duration) throws(RESPViolation) {
        if case .push(let message) = value { return effects.append(.push(message)) }
        guard let done = try row.answer(value) else { return }
        switch done.ticket {
        case .greeting: greeted(done.answers, at: now)
        case .heartbeat: breaker.succeed()
        case .request(let ticket):
            effects.append(.answer(ticket, done.answers, isLate: done.isLate))
            if done.isLate { return }
            guard let outage = done.answers.lazy.compactMap(\.outage).first else {
                return breaker.succeed()
            }
            if breaker.fail(at: now, using: &generator) { drop("The engine refuses: \(outage)") }
        }
    }

    /// Looks for requests that are late and for silence.
    private mutating func watch(at now: Duration) {
        while let first = row.firstInTime, now >= first.sentAt + settings.deadline {
            guard case .request(let ticket)? = row.markLate() else { continue }
            effects.append(.fail(ticket, .timedOut))
            if breaker.fail(at: now, using: &generator) {
                return drop("The engine does not answer in time.")
            }
        }
        if let first = row.first {
            guard now >= max(lastHeard, first.sentAt) + settings.silence else { return }
            breaker.fail(at: now, final: true, using: &generator)
            drop("The engine is silent.")
        } else if now >= lastHeard + settings.heartbeat {
            send(RESPCommand("PING"), .heartbeat, at: now)
        }
    }

    private var nextWatch: Duration {
        guard let first = row.first else { return lastHeard + settings.heartbeat }
        let silence = max(lastHeard, first.sentAt) + settings.silence
        return row.firstInTime.map { min($0.sentAt + settings.deadline, silence) } ?? silence
    }

    private mutating func failWaiting(at now: Duration) {
        let due = waiting.prefix { now >= $0.since + settings.deadline }
        for request in due { effects.append(.fail(request.ticket, .timedOut)) }
        waiting.removeFirst(due.count)
    }
}

extension RESPValue {
    /// A refusal that concerns the engine and not what it was asked.
    fileprivate var outage: String? {
        guard let refusal else { return nil }
        let kinds = ["LOADING ", "MASTERDOWN ", "CLUSTERDOWN ", "BUSY "]
        return kinds.contains { refusal.hasPrefix($0) } ? refusal : nil
    }
}
