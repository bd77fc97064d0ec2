import Testing

@testable import LarderRedis

/// The machine, told of events one by one. Its deadline is 100 ms, its heartbeat 1 s.
@Suite struct ConnectionMachineTests {
    private var machine = ConnectionMachine<String>(
        settings: ConnectionSettings(
            greeting: RESPCommand("HELLO").then("PING"), deadline: .milliseconds(100),
            connectDeadline: .milliseconds(500), heartbeat: .seconds(1), answerLimit: 1 << 16,
            breaker: Breaker(threshold: 3, pauses: .seconds(1)...(.seconds(8)))))

    @Test mutating func `requests wait for the connection and go out together`() {
        machine.submit(RESPCommand("A"), "a", at: .zero)
        #expect(effects() == ["connect 1"])
        machine.submit(RESPCommand("B"), "b", at: .zero)
        #expect(effects() == [])
        let isWanted = machine.connected(attempt: 1, at: .zero)
        #expect(isWanted)
        #expect(sent() == RESPCommand("HELLO").then("PING").bytes)
        answer("+OK\r\n+PONG\r\n", at: .zero)
        #expect(effects() == ["up"])
        #expect(sent() == RESPCommand("A").then("B").bytes)
        answer(":1\r\n:2\r\n", at: .zero)
        #expect(effects() == ["answer a [integer(1)]", "answer b [integer(2)]"])
    }

    @Test mutating func `a request of several parts gets all of its answers`() {
        connect()
        machine.submit(RESPCommand("A").then("B"), "ab", at: .zero)
        answer(":1\r\n", at: .zero)
        #expect(effects() == [])
        answer(":2\r\n", at: .zero)
        #expect(effects() == ["answer ab [integer(1), integer(2)]"])
    }

    @Test mutating func `a late answer is told as late and goes to nobody else`() {
        connect()
        machine.submit(RESPCommand("A"), "a", at: .zero)
        machine.submit(RESPCommand("B"), "b", at: .milliseconds(50))
        machine.tick(at: .milliseconds(99))
        #expect(effects() == [])
        machine.tick(at: .milliseconds(100))
        #expect(effects() == ["fail a timedOut"])
        answer(":1\r\n:2\r\n", at: .milliseconds(120))
        #expect(effects() == ["late a [integer(1)]", "answer b [integer(2)]"])
    }

    @Test mutating func `an engine that hangs costs three deadlines, then nothing`() {
        connect()
        for name in ["a", "b", "c", "d"] { machine.submit(RESPCommand("A"), name, at: .zero) }
        machine.tick(at: .milliseconds(100))
        #expect(
            effects() == [
                "fail a timedOut", "fail b timedOut", "fail c timedOut", "disconnect",
                "down open: The engine does not answer in time.", "fail d lost",
            ])
        machine.submit(RESPCommand("E"), "e", at: .milliseconds(101))
        #expect(effects() == ["fail e unavailable"])
        machine.tick(at: .milliseconds(1101))
        #expect(effects() == ["connect 2"])
        machine.submit(RESPCommand("F"), "f", at: .milliseconds(1102))
        #expect(effects() == ["fail f unavailable"])
    }

    @Test mutating func `a connection that broke is made anew at once`() {
        connect()
        machine.submit(RESPCommand("A"), "a", at: .zero)
        machine.lost("gone", at: .zero)
        #expect(effects() == ["disconnect", "down: gone", "fail a lost"])
        machine.tick(at: .zero)
        #expect(effects() == ["connect 2"])
        machine.submit(RESPCommand("B"), "b", at: .zero)
        machine.connectFailed(attempt: 2, reason: "refused", at: .zero)
        #expect(effects() == ["disconnect", "down open: refused", "fail b unavailable"])
        #expect(!machine.isAdmitting)
    }

    @Test mutating func `one that breaks again and again without an answer is left alone`() {
        connect()
        for attempt in 2...3 {
            machine.lost("gone", at: .zero)
            machine.tick(at: .zero)
            #expect(effects().last == "connect \(attempt)")
            _ = machine.connected(attempt: attempt, at: .zero)
            answer("+OK\r\n+PONG\r\n", at: .zero)
        }
        machine.lost("gone", at: .zero)
        machine.tick(at: .zero)
        #expect(effects() == ["up", "disconnect", "down open: gone"])
    }

    @Test(arguments: ["-NOAUTH who are you\r\n+PONG\r\n", "+OK\r\n-LOADING wait\r\n"])
    mutating func `a refused greeting opens the breaker`(answers: String) {
        machine.submit(RESPCommand("A"), "a", at: .zero)
        _ = machine.connected(attempt: 1, at: .zero)
        answer(answers, at: .zero)
        #expect(effects().last == "fail a unavailable")
        #expect(machine.nextTick != nil)
    }

    @Test mutating func `an attempt that takes too long is given up, and its connection unwanted`()
    {
        machine.submit(RESPCommand("A"), "a", at: .zero)
        machine.tick(at: .milliseconds(100))
        #expect(effects() == ["connect 1", "fail a timedOut"])
        machine.tick(at: .milliseconds(500))
        #expect(effects() == ["disconnect", "down open: The engine cannot be reached in time."])
        machine.tick(at: .seconds(5))
        #expect(effects() == [], "the first attempt's thread has not come back")
        let isWanted = machine.connected(attempt: 1, at: .seconds(6))
        #expect(!isWanted)
        machine.tick(at: .seconds(6))
        #expect(effects() == ["connect 2"])
    }

    @Test mutating func `silence is noticed without anybody asking`() {
        connect()
        #expect(machine.nextTick == .seconds(1))
        machine.tick(at: .seconds(1))
        #expect(sent() == RESPCommand("PING").bytes)
        answer("+PONG\r\n", at: .milliseconds(1050))
        machine.tick(at: .milliseconds(2050))
        #expect(sent() == RESPCommand("PING").bytes)
        machine.tick(at: .milliseconds(3149))
        #expect(effects() == [])
        machine.tick(at: .milliseconds(3150))
        #expect(effects() == ["disconnect", "down open: The engine is silent."])
    }

    @Test mutating func `a refusal is an answer, but an engine that loads is none`() {
        connect()
        for name in ["a", "b", "c", "d"] { machine.submit(RESPCommand("A"), name, at: .zero) }
        answer("-ERR no\r\n-LOADING x\r\n-LOADING x\r\n-LOADING x\r\n", at: .zero)
        #expect(effects().suffix(2) == ["disconnect", "down open: The engine refuses: LOADING x"])
    }

    @Test(arguments: ["+nobody asked\r\n", "what?\r\n"])
    mutating func `nonsense ends the connection`(nonsense: String) {
        connect()
        answer(">1\r\n+hi\r\n" + nonsense, at: .zero)
        #expect(effects().prefix(2) == ["push [simple(\"hi\")]", "disconnect"])
        answer("+more\r\n", at: .zero)
        #expect(effects() == [])
    }
}

extension ConnectionMachineTests {
    private mutating func connect() {
        machine.submit(RESPCommand("FIRST"), "first", at: .zero)
        _ = machine.connected(attempt: 1, at: .zero)
        answer("+OK\r\n+PONG\r\n+first\r\n", at: .zero)
        _ = effects()
        _ = sent()
    }

    private mutating func answer(_ text: String, at now: Duration) {
        Array(text.utf8).withUnsafeBytes { machine.received($0, at: now) }
    }

    private mutating func sent() -> [UInt8] {
        let bytes = machine.outgoing.withUnsent { Array($0) }
        machine.outgoing.didSend(bytes.count)
        return bytes
    }

    private mutating func effects() -> [String] {
        machine.takeEffects().map { effect in
            switch effect {
            case .connect(let attempt): "connect \(attempt)"
            case .disconnect: "disconnect"
            case .answer(let ticket, let answers, let isLate):
                "\(isLate ? "late" : "answer") \(ticket) \(Self.text(answers))"
            case .fail(let ticket, let failure): "fail \(ticket) \(failure)"
            case .push(let message): "push \(Self.text(message))"
            case .isUp: "up"
            case .isDown(let reason, let isOpen): "down\(isOpen ? " open" : ""): \(reason)"
            }
        }
    }

    private static func text(_ values: [RESPValue]) -> String {
        "[" + values.map { "\($0)" }.joined(separator: ", ") + "]"
    }
}
