public import Larder
import Synchronization

extension ScriptedOrigin {
    /// What the server does with a request.
    ///
    /// Start from one of the ready-made scripts and bend it: `.ok("hello").chunked()`,
    /// `.ok(bytes).cut(after: 100)`. The server sends the fields given here and those that frame
    /// the body, nothing else; a `HEAD` gets the same head without the body.
    public struct Script: Sendable {
        let reply: @Sendable (SeenRequest) -> ScriptedReply

        init(reply: @escaping @Sendable (SeenRequest) -> ScriptedReply) {
            self.reply = reply
        }
    }
}

// MARK: - Ready-made scripts

extension ScriptedOrigin.Script {
    /// Status 200 with `body`.
    public static func ok(_ body: some Sequence<UInt8>, _ fields: HTTPFields = [:]) -> Self {
        .status(200, fields, body: body)
    }

    /// Status 200 with `text` as its body.
    public static func ok(_ text: String, _ fields: HTTPFields = [:]) -> Self {
        .status(200, fields, body: text.utf8)
    }

    /// A status with fields and a body, empty by default.
    public static func status(
        _ status: Int, _ fields: HTTPFields = [:], body: some Sequence<UInt8> = EmptyCollection()
    ) -> Self {
        let reply = ScriptedReply(status: status, fields: fields, body: .bytes(Array(body)))
        return Self { _ in reply }
    }

    /// A redirect to `location`, which is sent as it is.
    public static func redirect(
        to location: String, status: Int = 302, _ fields: HTTPFields = [:]
    ) -> Self {
        var fields = fields
        fields["Location"] = location
        return .status(status, fields)
    }

    /// Status 200 with `size` bytes of zero, made while they are sent.
    public static func large(_ size: ByteCount, _ fields: HTTPFields = [:]) -> Self {
        let reply = ScriptedReply(status: 200, fields: fields, body: .zeros(size.bytes))
        return Self { _ in reply }
    }

    /// Status 200 and bytes of zero until the client has had enough.
    public static func endless(_ fields: HTTPFields = [:]) -> Self {
        .large(.bytes(.max), fields).untilClose()
    }

    /// Any bytes, HTTP or not; then the connection is closed.
    public static func raw(_ bytes: some Sequence<UInt8>) -> Self {
        let reply = ScriptedReply(raw: Array(bytes))
        return Self { _ in reply }
    }

    /// Takes the request and never answers.
    public static let silence = Self { _ in ScriptedReply(raw: [], ending: .silence) }

    /// Takes the request and closes the connection.
    public static let hangUp = Self { _ in ScriptedReply(raw: []) }

    /// Takes the request and resets the connection.
    public static let reset = Self { _ in ScriptedReply(raw: [], ending: .reset) }

    /// What `handler` says for each request. It runs on the server's thread, which serves
    /// nobody else meanwhile.
    public static func handler(
        _ handler: @escaping @Sendable (ScriptedOrigin.SeenRequest) -> Self
    ) -> Self {
        Self { handler($0).reply($0) }
    }

    /// The first script for the first request, and so on; the last one for all that follow.
    public static func inTurn(_ first: Self, _ others: Self...) -> Self {
        let rest = Turns([first] + others)
        return Self { rest.next().reply($0) }
    }

    private final class Turns: Sendable {
        private let remaining: Mutex<[ScriptedOrigin.Script]>

        init(_ scripts: [ScriptedOrigin.Script]) {
            remaining = Mutex(scripts.reversed())
        }

        func next() -> ScriptedOrigin.Script {
            remaining.withLock { $0.count > 1 ? $0.removeLast() : $0[0] }
        }
    }
}

// MARK: - Bending a script

extension ScriptedOrigin.Script {
    /// Sends the body in chunks of at most `size` bytes, and `trailers` behind it.
    public func chunked(_ size: Int = 4096, trailers: HTTPFields = [:]) -> Self {
        changed { $0.framing = .chunked(size: size, trailers: trailers) }
    }

    /// Announces no length: the body ends where the connection does.
    public func untilClose() -> Self {
        changed { $0.framing = .untilClose }
    }

    /// Announces `length` bytes, however long the body is, and closes behind it.
    public func claiming(length: Int) -> Self {
        changed { $0.framing = .claimed(length) }
    }

    /// Sends an interim response (1xx) first.
    public func after(interim status: Int, _ fields: HTTPFields = [:]) -> Self {
        changed { $0.interim.append((status, fields)) }
    }

    /// Closes the connection behind the response and says so.
    public func closing() -> Self {
        changed {
            $0.fields["Connection"] = "close"
            $0.ending = .close
        }
    }

    /// Closes the connection after `count` bytes of the response, head included.
    public func cut(after count: Int) -> Self {
        changed { $0.cut = .init(count: count, isInBody: false, ending: .close) }
    }

    /// Closes the connection after `count` bytes of the framed body.
    public func cut(afterBody count: Int) -> Self {
        changed { $0.cut = .init(count: count, isInBody: true, ending: .close) }
    }

    /// Resets the connection after `count` bytes of the response, head included.
    public func reset(after count: Int) -> Self {
        changed { $0.cut = .init(count: count, isInBody: false, ending: .reset) }
    }

    /// Resets the connection after `count` bytes of the framed body.
    public func reset(afterBody count: Int) -> Self {
        changed { $0.cut = .init(count: count, isInBody: true, ending: .reset) }
    }

    /// Sends nothing before `gate` is open.
    public func held(by gate: ScriptedOrigin.Gate) -> Self {
        changed { $0.stops.append(.init(offset: nil, step: .wait(gate))) }
    }

    /// Sends the head and `offset` bytes of the body, and the rest when `gate` is open.
    public func held(atBody offset: Int, by gate: ScriptedOrigin.Gate) -> Self {
        changed { $0.stops.append(.init(offset: offset, step: .wait(gate))) }
    }

    /// Waits for a real time before the first byte. For demonstrations; a test uses a gate.
    public func delayed(by duration: Duration) -> Self {
        changed { $0.stops.append(.init(offset: nil, step: .pause(duration))) }
    }

    /// Sends the body in parts of `size` bytes with a real pause before each.
    public func paced(_ size: Int, every pause: Duration) -> Self {
        changed { reply in
            for offset in stride(from: 0, to: reply.body.count, by: max(1, size)) {
                reply.stops.append(.init(offset: offset, step: .pause(pause)))
            }
        }
    }

    private func changed(_ change: @escaping @Sendable (inout ScriptedReply) -> Void) -> Self {
        let reply = reply
        return Self {
            var changed = reply($0)
            change(&changed)
            return changed
        }
    }
}
