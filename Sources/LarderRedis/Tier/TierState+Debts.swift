import Larder

extension TierState {
    /// Removals that go out together.
    private static let batch = 64

    func owe(_ key: String, _ place: KeyPlace, insteadOf version: EntryVersion?) {
        change { $0.owed.owe(key, place.hash, insteadOf: version) }
    }

    /// What was under the key is gone: something else got through.
    func settle(_ place: KeyPlace) {
        guard owesAnything else { return }
        change { $0.owed.settle(place.hash) }
    }

    /// Begins to carry out what is owed, over every connection that does not do so already.
    /// Nobody waits for it: it goes on as long as it works, and begins anew when the engine is
    /// back or has answered somebody.
    func payDebts(through core: ClientCore) {
        let now = uptime()
        guard change({ !$0.owed.isEmpty && $0.payments.admits(at: now) }) else { return }
        let batches = takeDebts(from: core)
        for (connection, debts) in batches { pay(debts, over: connection, through: core) }
        let everything = change { $0.beginOwedClearing() }
        if let everything {
            clear(everything, through: core) { self.judgePayment($0 ? true : nil) }
        }
        // Nothing was sent that could close the breaker.
        if batches.isEmpty, everything == nil { judgePayment(nil) }
    }

    private func pay(_ debts: [OwedRemovals.Debt], over connection: Int, through core: ClientCore) {
        var command = RESPCommand()
        for debt in debts { command.append(removing: keys.entry(debt.key)) }
        core.submit(
            command, over: connection,
            RedisRequest(
                observe: { self.settle(debts, answers: $0, over: connection, core) },
                complete: { result in
                    // A failure is the connection's affair; it has been told.
                    let answers = try? result.get()
                    self.change { _ = $0.paying.remove(connection) }
                    self.judgePayment(
                        answers.map { RESPCommand.removals($0).allSatisfy(\.isRemoved) })
                    if answers != nil { self.payDebts(through: core) }
                }))
    }

    /// Takes note of whether the engine removes what it is asked to; `nil` when it gave no
    /// answer, which is the connection's affair.
    func judgePayment(_ isPaid: Bool?) {
        let now = uptime()
        change { $0.payments.judge(isPaid, at: now, using: &$0.generator) }
    }

    private func settle(
        _ debts: [OwedRemovals.Debt], answers: [RESPValue], over connection: Int,
        _ core: ClientCore
    ) {
        if let debt = debts.first {
            let place = KeyPlace(hash: KeyHash(debt.key), connection: connection)
            _ = follow(answers, from: place, through: core)
        }
        let answers = RESPCommand.removals(answers)
        for (debt, answer) in zip(debts, answers) where answer.isRemoved {
            let hash = KeyHash(debt.key)
            let version = change { state in
                defer { state.owed.pay(debt, hash) }
                return state.owed.version(hash) == debt.version ? debt.version : nil
            }
            let place = KeyPlace(hash: hash, connection: connection)
            // What was stored here while the engine was away counts as stored and evicted, so
            // that copies of it in the tiers above stay.
            if let version, EntryForm.isNothing(version: answer.version.bytes ?? [0]) {
                learn(.version(version), of: place)
            } else {
                learn(fromVersion: answer.version, of: place)
            }
        }
    }
}

extension TierState {
    /// What each connection that works and is free may carry out now.
    private func takeDebts(from core: ClientCore) -> [Int: [OwedRemovals.Debt]] {
        let debts = change { $0.owed.some(4 * Self.batch) }
        let batches = Dictionary(grouping: debts) { debt in
            place(of: debt.key, named: keys.entry(debt.key)).connection
        }.filter { core.isAdmitting($0.key) }
        return change { state in
            let taken = batches.filter { !state.paying.contains($0.key) }
            state.paying.formUnion(taken.keys)
            return taken
        }
    }
}

extension RESPCommand {
    /// For how long a removal is remembered in the engine, in seconds.
    static let removalLife = 86_400

    /// Removes `name`, leaves the mark of a removal, and reads what is there then, so that the
    /// engine tells of what comes next. An engine that is full removes and takes no mark.
    mutating func append(removing name: Word) {
        append(["UNLINK", name])
        append(marking: name)
        append(readingVersion: name)
    }

    mutating func append(marking name: Word) {
        append(["SET", name, .bytes(EntryForm.removed), "EX", .number(Self.removalLife)])
    }

    /// The answers to removals in a row.
    static func removals(
        _ answers: [RESPValue]
    ) -> [(isRemoved: Bool, version: RESPValue)] {
        stride(from: 0, to: answers.count - 2, by: 3).map {
            (answers[$0].refusal == nil, answers[$0 + 2])
        }
    }

    mutating func append(readingVersion name: Word) {
        let range = EntryForm.version
        append(["GETRANGE", name, .number(range.lowerBound), .number(range.upperBound - 1)])
    }
}
