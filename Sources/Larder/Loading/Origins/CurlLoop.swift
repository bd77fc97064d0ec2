#if os(Linux)
import CCurl

/// What an origin's thread does: start, carry on and end exchanges. Only that thread touches it.
struct CurlLoop {
    enum Place {
        case waiting(Int, ExchangeDeadlines)
        case active(CurlActive)
    }

    let multi: CurlMulti
    let mailbox: CurlMailbox
    let configuration: CurlOrigin.Configuration
    let clock: @Sendable () -> Duration
    let progress = CurlProgress()
    var queue: StartQueue<Transfer>
    var places: [ObjectIdentifier: Place] = [:]
    /// How many exchanges under way may share a connection.
    var sharingCount = 0
    /// No deadline passes before this moment; the next one may be later.
    var nextDeadline: Duration?
    var isRetiring = false
    var isClosing = false

    private init(
        _ multi: CurlMulti, _ mailbox: CurlMailbox, _ configuration: CurlOrigin.Configuration,
        clock: @escaping @Sendable () -> Duration
    ) {
        self.multi = multi
        self.mailbox = mailbox
        self.configuration = configuration
        self.clock = clock
        queue = StartQueue(
            limit: configuration.exchangeLimit, hostLimit: configuration.hostExchangeLimit)
    }
}

extension CurlLoop {
    /// Starts a thread and returns the mailbox through which it is told what to do.
    static func launch(
        _ configuration: CurlOrigin.Configuration, clock: @escaping @Sendable () -> Duration
    ) -> CurlMailbox {
        let mailbox = CurlMailbox()
        let isStarted = OwnThread.start {
            // The first handle takes milliseconds, for which whoever makes an origin need not wait.
            do throws(CurlMulti.Unusable) {
                let multi = try CurlMulti(configuration)
                mailbox.wake(by: multi.wake)
                var loop = CurlLoop(multi, mailbox, configuration, clock: clock)
                loop.run()
            } catch {
                mailbox.close(because: error.reason)
            }
        }
        if !isStarted { mailbox.close(because: "the system gives no thread") }
        return mailbox
    }

    private mutating func run() {
        while true {
            progress.now = clock()
            for message in mailbox.takeAll() { handle(message) }
            startWaiting()
            carryOn()
            expire()
            if isClosing || (isRetiring && places.isEmpty) { break }
            startWaiting()
            if mailbox.mayRest() { multi.wait(milliseconds: timeToDeadline) }
        }
        shutDown()
    }

    /// Does what can be done at once.
    ///
    /// What one exchange reads from a shared connection may end others. libcurl 7.88 does not
    /// call these again, so all get a second turn, and ``timeToDeadline`` is short while any
    /// connection may be shared.
    private mutating func carryOn() {
        multi.perform()
        if sharingCount > 0 { multi.perform() }
        while let (easy, code) = multi.nextEnded() {
            guard let active = CurlHandle.active(of: easy) else { continue }
            end(active, active.result(code))
        }
        progress.serve()
        for active in progress.touched { note(active.deadlines) }
        progress.clear()
    }

    private mutating func shutDown() {
        for place in places.values {
            switch place {
            case .waiting: break
            case .active(let active): end(active, .failure(closed(active.transfer)))
            }
        }
        for transfer in queue.cancelAll() { transfer.finish(.failure(closed(transfer))) }
        mailbox.close()
        multi.free()
    }

    private func closed(_ transfer: Transfer) -> LoadError {
        CurlFailure.closed(transfer.request)
    }
}

// MARK: - Messages

extension CurlLoop {
    private mutating func handle(_ message: CurlMailbox.Message) {
        switch message {
        case .start(let transfer): add(transfer)
        case .stop(let transfer): stop(transfer)
        case .resume(let transfer): resume(transfer)
        case .retire: isRetiring = true
        case .close: isClosing = true
        }
    }

    private mutating func add(_ transfer: Transfer) {
        guard !transfer.hasEnded else { return }
        let id = queue.add(
            transfer, host: transfer.place, priority: transfer.request.priority)
        let deadlines = ExchangeDeadlines(transfer.request.deadlines, now: transfer.askedAt)
        places[ObjectIdentifier(transfer)] = .waiting(id, deadlines)
        note(deadlines)
    }

    private mutating func stop(_ transfer: Transfer) {
        switch places[ObjectIdentifier(transfer)] {
        case .waiting(let id, _)?:
            _ = queue.cancel(id)
            places[ObjectIdentifier(transfer)] = nil
        case .active(let active)?:
            release(active)
        case nil:
            break
        }
    }

    private mutating func resume(_ transfer: Transfer) {
        guard case .active(let active)? = places[ObjectIdentifier(transfer)] else { return }
        active.deadlines.resume(progress.now)
        note(active.deadlines)
        larder_easy_pause(active.handle.easy, CURLPAUSE_CONT)
    }
}
#endif
