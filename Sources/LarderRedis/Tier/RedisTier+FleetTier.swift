public import Larder

/// A first round trip asks for the lease, a second reads what is under the key; in this order, so
/// whoever is given the lease sees what its last holder stored. They are two because in a cluster
/// two nodes may serve the two. Both are read by a connection that is told of changes, so those who
/// wait are woken by the engine.
extension RedisTier: FleetTier {
    /// As `FleetTier` says. The longest wait is ``RedisConfiguration/lease``; a holder that died
    /// costs a quarter of that.
    public func turn(
        forKey key: String, after version: EntryVersion?, goingOnWith earlier: FleetWait?
    ) async -> FleetTurn {
        let place = place(of: key)
        let version = earlier.map(\.version) ?? version
        let longest = min(earlier?.patience ?? configuration.lease, configuration.lease)
        let end = state.uptime() + longest
        let waiter = state.change { $0.waiters.add(place.hash) }
        defer { state.change { $0.waiters.remove(waiter) } }
        let mark = EntryVersion.random().bytes
        var left = longest
        while left > .zero, !Task.isCancelled, let answer = await tryLease(key, place, mark) {
            guard answer.version == version else {
                if answer.isGiven { await endLease(key, mark: mark, isStored: true) }
                return .lookAgain(
                    FleetWait(version: answer.version, patience: end - state.uptime()))
            }
            if answer.isGiven {
                return .ask(lease: RedisLease(self, key, mark: mark, version: version))
            }
            if answer.isOpen { break }
            await wait(for: waiter, atMost: min(left, leaseLife))
            left = end - state.uptime()
        }
        return .ask(lease: nil)
    }

    /// Compares what the engine holds with `copy` by size, metadata and dates, in one round trip,
    /// or two when the metadata is longer than about 4 KB.
    public func verdict(on copy: EntryAttributes, forKey key: String) async -> FleetVerdict {
        await compare(copy, forKey: key)
    }

    /// Answered from what this process has stored, looked up and heard; costs a hash and a lock.
    ///
    /// `true` while the engine cannot be reached, `false` when nothing is known of the key.
    public func stillHolds(_ version: EntryVersion?, forKey key: String) -> Bool {
        state.isCurrent(version, place(of: key), ifUnknown: false)
    }

    /// Takes out what is under `key`, in one round trip; what cannot be taken out is owed.
    public func withdraw(forKey key: String) async {
        let place = place(of: key)
        guard await takeOut(key, place) else { return owe(key, place, insteadOf: nil) }
        state.settle(place)
    }
}

extension RedisTier {
    /// How long a lease lives that is not renewed, and for how long nobody waits after an answer
    /// that was not kept.
    private var leaseLife: Duration { configuration.lease / 4 }

    private static let open = Array("open".utf8)

    private struct LeaseAnswer {
        let isGiven: Bool
        /// Whether the last holder said that there is nothing to wait for.
        let isOpen: Bool
        /// What is under the key.
        let version: EntryVersion?
    }

    /// Asks for the lease; `nil` when the engine cannot be asked.
    private func tryLease(
        _ key: String, _ place: KeyPlace, _ mark: [UInt8]
    ) async -> LeaseAnswer? {
        let name = state.keys.lease(key)
        let command = RESPCommand(
            "SET", name, .bytes(mark), "NX", "PX", .number(milliseconds(leaseLife))
        ).then("GET", name)
        let lease = await ask(command, leasePlace(of: key)) { _, _ in }
        guard let lease, lease.allSatisfy({ $0.refusal == nil }) else { return nil }
        var reading = RESPCommand()
        reading.append(readingVersion: state.keys.entry(key))
        let entry = await ask(reading, place) { [state] in
            state.learn(fromVersion: $0.last, of: $1)
        }
        guard let version = entry?.first, version.refusal == nil else { return nil }
        return LeaseAnswer(
            isGiven: lease[1].bytes == mark, isOpen: lease[1].bytes == Self.open,
            version: EntryVersion(version.bytes ?? []))
    }

    private func leasePlace(of key: String) -> KeyPlace {
        state.place(of: key, named: state.keys.lease(key))
    }

    private func wait(for waiter: KeyWaiters.Waiter, atMost longest: Duration) async {
        let sleep = configuration.time.sleep
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in waiter.changes { return } }
            // Cut short when the word has come first.
            group.addTask { try? await sleep(longest) }
            await group.next()
            group.cancelAll()
        }
    }

    /// Keeps a lease alive until the task is cancelled or the longest lease is over.
    func renewLease(_ key: String, mark: [UInt8]) async {
        let end = state.uptime() + configuration.lease
        let life = RESPCommand.Word.number(milliseconds(leaseLife))
        while state.uptime() < end {
            do { try await configuration.time.sleep(leaseLife / 3) } catch { return }
            await change(key, Self.renewing, .bytes(mark), life)
        }
    }

    /// Takes a lease back, if it still is the one with this mark.
    func endLease(_ key: String, mark: [UInt8], isStored: Bool) async {
        await change(
            key, isStored ? Self.ending : Self.opening, .bytes(mark), .bytes(Self.open),
            .number(milliseconds(leaseLife)))
        // The engine tells other connections, not the one over which this went.
        state.change { $0.waiters.wake(KeyHash(key)) }
    }

    private func change(
        _ key: String, _ script: String, _ arguments: RESPCommand.Word...
    ) async {
        var command = RESPCommand()
        command.append(["EVAL", .text(script), 1, state.keys.lease(key)] + arguments)
        _ = await ask(command, leasePlace(of: key)) { _, _ in }
    }

    private static let renewing = ifMarked + "return redis.call('PEXPIRE', KEYS[1], ARGV[2])"
    private static let ending = ifMarked + "return redis.call('DEL', KEYS[1])"
    private static let opening =
        ifMarked + "return redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])"
    private static let ifMarked = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end "

    private func milliseconds(_ duration: Duration) -> Int {
        max(1, Int((duration.bounded / .milliseconds(1)).rounded(.up)))
    }
}
