#if os(Linux)
import CCurl

extension CurlLoop {
    /// Starts those that wait for as long as there is room.
    mutating func startWaiting() {
        while let transfer = queue.takeNext() { start(transfer) }
    }

    private mutating func start(_ transfer: Transfer) {
        guard case .waiting(_, var deadlines)? = places[ObjectIdentifier(transfer)],
            let handle = CurlHandle()
        else {
            let message = "libcurl has no memory for another exchange."
            return fail(transfer, LoadError(.other, message, url: transfer.request.url))
        }
        deadlines.start(progress.now)
        let active = CurlActive(
            transfer, handle: handle, progress: progress, deadlines: deadlines)
        handle.prepare(for: active, configuration)
        places[ObjectIdentifier(transfer)] = .active(active)
        if active.mayShareConnection { sharingCount += 1 }
        note(deadlines)
        larder_multi_add(multi.handle, handle.easy)
    }

    private mutating func fail(_ transfer: Transfer, _ error: LoadError) {
        places[ObjectIdentifier(transfer)] = nil
        queue.finish(host: transfer.place)
        transfer.finish(.failure(error))
    }

    /// Ends an exchange and tells its caller.
    mutating func end(_ active: CurlActive, _ result: Result<Void, any Error>) {
        if active.handle.isMultiplexed { queue.noteMultiplexing(active.transfer.place) }
        release(active)
        active.transfer.finish(result)
    }

    /// Takes an exchange from libcurl, which closes its connection if it was in the midst.
    mutating func release(_ active: CurlActive) {
        places[ObjectIdentifier(active.transfer)] = nil
        if active.mayShareConnection { sharingCount -= 1 }
        queue.finish(host: active.transfer.place)
        larder_multi_remove(multi.handle, active.handle.easy)
    }
}

// MARK: - Deadlines

extension CurlLoop {
    mutating func note(_ deadlines: ExchangeDeadlines) {
        guard let moment = deadlines.next?.moment else { return }
        nextDeadline = min(nextDeadline ?? moment, moment)
    }

    /// Ends those that have taken too long.
    mutating func expire() {
        guard let nextDeadline, nextDeadline <= progress.now else { return }
        self.nextDeadline = nil
        for place in places.values {
            switch place {
            case .waiting(let id, let deadlines): expire(id, deadlines)
            case .active(let active): expire(active)
            }
        }
    }

    private mutating func expire(_ active: CurlActive) {
        guard let part = active.deadlines.expired(progress.now) else {
            return note(active.deadlines)
        }
        end(active, .failure(active.timeout(part)))
    }

    private mutating func expire(_ id: Int, _ deadlines: ExchangeDeadlines) {
        guard deadlines.expired(progress.now) != nil else { return note(deadlines) }
        guard let transfer = queue.cancel(id) else { return }
        places[ObjectIdentifier(transfer)] = nil
        let message = "The exchange with \(transfer.place) waited too long for others to end."
        transfer.finish(.failure(LoadError(.timedOut, message, url: transfer.request.url)))
    }

    /// Milliseconds, at most a minute.
    var timeToDeadline: Int32 {
        let longest = sharingCount > 0 ? 20.0 : 60_000
        guard let nextDeadline else { return Int32(longest) }
        let left = (nextDeadline - clock()) / .milliseconds(1)
        return Int32(max(0, min(left.rounded(.up), longest)))
    }
}
#endif
