#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

// MARK: - Reading

extension RedisTier {
    /// What a look-up at first reads of a value for its head alone.
    private static let headGuess = 4096

    /// The value that `words` ask for, or `nil` for a miss, which is counted.
    func read(_ words: [RESPCommand.Word], _ place: KeyPlace) async -> [UInt8]? {
        guard isAdmitting(place) else {
            state.countUnasked()
            return nil
        }
        if let bytes = await bytes(words, place), !bytes.isEmpty, bytes != EntryForm.removed {
            return bytes
        }
        state.count(.misses)
        return nil
    }

    /// What the engine answers to `words`, empty for nothing; `nil` when it cannot be asked.
    private func bytes(_ words: [RESPCommand.Word], _ place: KeyPlace) async -> [UInt8]? {
        guard !state.isOwed(place) else { return nil }
        var command = RESPCommand()
        command.append(words)
        let answers = await ask(command, place) { [state] in
            state.learn(fromValue: $0.first, of: $1)
        }
        return answers?.first == .null ? [] : answers?.first?.bytes
    }

    /// The head of the value under `key`; misses and damage are counted.
    func head(forKey key: String, _ place: KeyPlace) async -> EntryForm.Head? {
        guard let bytes = await read(readingHead(of: key), place) else { return nil }
        return await head(in: bytes, key, place)
    }

    private func readingHead(
        of key: String, length: Int = headGuess
    ) -> [RESPCommand.Word] {
        ["GETRANGE", state.keys.entry(key), 0, .number(length - 1)]
    }

    /// The head that `bytes` begin with, more of which are read if need be.
    private func head(
        in bytes: [UInt8], _ key: String, _ place: KeyPlace
    ) async -> EntryForm.Head? {
        var bytes = bytes
        if let length = EntryForm.headLength(bytes), length > bytes.count {
            guard let whole = await read(readingHead(of: key, length: length), place)
            else { return nil }
            bytes = whole
        }
        let head = form.decodeHead(bytes, forKey: key)
        if head == nil { reportDamage(key, place) }
        return head
    }

    /// What the engine says of `copy`, in one round trip if it can be asked.
    func compare(_ copy: EntryAttributes, forKey key: String) async -> FleetVerdict {
        let place = place(of: key)
        guard isAdmitting(place),
            let bytes = await bytes(readingHead(of: key), place)
        else { return .unknown }
        if bytes.isEmpty { return await verdict(onForgotten: copy) }
        if bytes == EntryForm.removed { return .outdated }
        guard let head = await head(in: bytes, key, place) else { return .unknown }
        return EntryForm.isSame(head.attributes, copy) ? .agrees(head.version) : .outdated
    }

    /// What is to become of a copy of what the engine has forgotten: it goes if everything was
    /// removed after it was made. Machines' clocks may differ by a minute.
    private func verdict(onForgotten copy: EntryAttributes) async -> FleetVerdict {
        let command = RESPCommand("GET", state.keys.clearing)
        let answer = await ask(command, state.clearingPlace) { _, _ in }?.first
        guard let answer, answer.refusal == nil else { return .unknown }
        let clearing = answer.bytes.flatMap { Int64(String(decoding: $0, as: UTF8.self)) }
        guard let clearing else { return .agrees(nil) }
        return copy.storedAt > EntryForm.date(clearing) + 60 ? .agrees(nil) : .outdated
    }

    /// Hands `found` on if it may be served, and counts.
    func judge<Found>(
        _ found: Found?, _ attributes: EntryAttributes?, _ key: String, _ place: KeyPlace
    ) -> Found? {
        guard let attributes else {
            reportDamage(key, place)
            return nil
        }
        let isLive = attributes.isLive(at: configuration.time.now())
        state.count(isLive ? .hits : .misses)
        return isLive ? found : nil
    }

    private func reportDamage(_ key: String, _ place: KeyPlace) {
        state.count(.damaged)
        state.count(.misses)
        configuration.onEvent(.damaged(key: key))
        owe(key, place, insteadOf: nil)
    }
}

// MARK: - Writing

extension RedisTier {
    func isKept(_ entry: Entry) -> Bool {
        let attributes = entry.attributes
        let metadata = attributes.metadata.reduce(0) {
            $0 + $1.key.utf8.count + $1.value.utf8.count
        }
        return entry.payload.count + metadata <= configuration.sizeLimit.bytes
            && attributes.isShareable && attributes.isLive(at: configuration.time.now())
    }

    /// Whether the engine is likely to take an entry now.
    func admitsWrites(_ place: KeyPlace) -> Bool {
        guard isAdmitting(place) else {
            state.count(.failures)
            return false
        }
        let now = configuration.time.uptime()
        return state.change { $0.writes.admits(at: now) }
    }

    /// Sends a write whose last part reads the version. Returns whether it was carried out.
    func write(_ command: RESPCommand, _ place: KeyPlace, isRemoval: Bool = false) async -> Bool {
        let answers = await ask(command, place) { [state] in
            state.learn(fromVersion: $0.last, of: $1)
        }
        let isDone = answers.map { $0.first?.refusal == nil }
        if !isRemoval { state.judgeWrite(isDone) }
        return isDone == true
    }

    /// Replaces the value under `key` if its version is `version`, keeping the old one's bytes
    /// from `offset` on, if one is given.
    func replace(
        _ version: EntryVersion?, of key: String, _ place: KeyPlace, by value: [UInt8],
        keeping offset: Int? = nil, expiry: EntryAttributes
    ) async -> Bool {
        let name = state.keys.entry(key)
        var command = RESPCommand(
            "EVAL", .text(Self.replacing), 1, name, .bytes(version?.bytes ?? []), .bytes(value),
            .text(offset.map(String.init) ?? ""),
            .text(timeToLive(expiry).map(String.init) ?? ""))
        command.append(readingVersion: name)
        let answers = await ask(command, place) { [state] in
            state.learn(fromVersion: $0.last, of: $1)
        }
        state.judgeWrite(answers.map { $0.first?.refusal == nil })
        return answers?.first == .integer(1)
    }

    /// Takes out what is there if it is an entry. Returns whether the engine did so.
    func takeOut(_ key: String, _ place: KeyPlace) async -> Bool {
        let name = state.keys.entry(key)
        var command = RESPCommand(
            "EVAL", .text(Self.withdrawing), 1, name, .bytes(EntryForm.removed),
            .number(RESPCommand.removalLife))
        command.append(readingVersion: name)
        return await write(command, place, isRemoval: true)
    }

    private static let withdrawing = """
        if redis.call('STRLEN', KEYS[1]) <= 16 then return 0 end
        return redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
        """

    private static let replacing = """
        local held = redis.call('GETRANGE', KEYS[1], 8, 15)
        if held == string.rep('\\0', 8) then held = '' end
        if held ~= ARGV[1] then return 0 end
        local value = ARGV[2]
        if ARGV[3] ~= '' then value = value .. redis.call('GETRANGE', KEYS[1], ARGV[3], -1) end
        if ARGV[4] == '' then redis.call('SET', KEYS[1], value)
        else redis.call('SET', KEYS[1], value, 'PX', ARGV[4]) end
        return 1
        """

    /// Milliseconds to the expiry, at least one; `nil` when it is so far off that it never comes.
    func timeToLive(_ attributes: EntryAttributes) -> Int? {
        guard let expiry = attributes.expiresAt else { return nil }
        let seconds = expiry.timeIntervalSince(configuration.time.now())
        let aCentury = 3.2e9
        return seconds < aCentury ? max(1, Int((max(0, seconds) * 1000).rounded(.up))) : nil
    }
}

// MARK: - Asking

extension RedisTier {
    /// Whether the engine, or the node that serves the key, can be asked.
    private func isAdmitting(_ place: KeyPlace) -> Bool {
        if client.isAdmitting(place.connection) { return true }
        state.findNodes(through: client.core)
        return false
    }

    /// How often a request is sent on to where an answer says that the key is.
    private static let redirections = 4

    /// Sends `command`; `nil` when no answer came, which is counted. Refusals are reported.
    /// `observe` is told the answers and over which place they came.
    func ask(
        _ command: RESPCommand, _ place: KeyPlace,
        observe: @escaping @Sendable ([RESPValue], KeyPlace) -> Void
    ) async -> [RESPValue]? {
        var (place, isAsking) = (place, false)
        let end = state.uptime() + configuration.deadline
        for _ in 0..<Self.redirections {
            guard let answers = await send(command, place, isAsking, observe) else { return nil }
            guard let next = state.follow(answers, from: place, through: client.core) else {
                reportRefusal(in: answers)
                return answers
            }
            guard state.uptime() < end else { break }
            (place, isAsking) = (next.place, next.isOnce)
        }
        state.count(.failures)
        return nil
    }

    private func reportRefusal(in answers: [RESPValue]) {
        guard let refusal = answers.lazy.compactMap(\.refusal).first else { return }
        state.count(.refusals)
        configuration.onEvent(.refused(refusal))
    }

    private func send(
        _ command: RESPCommand, _ place: KeyPlace, _ isAsking: Bool,
        _ observe: @escaping @Sendable ([RESPValue], KeyPlace) -> Void
    ) async -> [RESPValue]? {
        let wanted: @Sendable ([RESPValue]) -> [RESPValue] = { answers in
            isAsking ? stride(from: 1, to: answers.count, by: 2).map { answers[$0] } : answers
        }
        do {
            let answers = wanted(
                try await client.send(
                    isAsking ? command.asking : command, over: place.connection,
                    observe: { observe(wanted($0), place) }))
            if state.owesAnything { state.payDebts(through: client.core) }
            return answers
        } catch {
            state.count(.failures)
            state.findNodes(through: client.core)
            return nil
        }
    }

    /// Owes the removal of what is under `key`, and begins to pay if the engine can be reached.
    func owe(_ key: String, _ place: KeyPlace, insteadOf version: EntryVersion?) {
        state.owe(key, place, insteadOf: version)
        state.payDebts(through: client.core)
    }
}

extension TierState {
    /// A look-up that an open breaker did not let through.
    func countUnasked() {
        count(.misses)
        count(.failures)
    }

    /// Takes note of whether the engine took an entry; `nil` when it gave no answer, which is the
    /// connection's affair.
    func judgeWrite(_ isDone: Bool?) {
        let now = uptime()
        change { $0.writes.judge(isDone, at: now, using: &$0.generator) }
    }
}
