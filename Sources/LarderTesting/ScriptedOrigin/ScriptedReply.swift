import Larder

/// One answer as a value: what to send, how framed, where to stop and how to end.
struct ScriptedReply: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case zeros(Int)
    }

    enum Framing: Sendable {
        case length
        case claimed(Int)
        case chunked(size: Int, trailers: HTTPFields)
        case untilClose
    }

    enum Ending: Sendable, Equatable {
        case keepAlive, close, reset, silence
    }

    enum Step: Sendable {
        case send([UInt8])
        case sendZeros(Int)
        case wait(ScriptedOrigin.Gate)
        case pause(Duration)
        case end(Ending)
    }

    /// A wait before the head (`offset` nil) or before a byte of the body.
    struct Stop: Sendable {
        var offset: Int?
        var step: Step
    }

    struct Cut: Sendable {
        var count: Int
        var isInBody: Bool
        var ending: Ending
    }

    var interim: [(status: Int, fields: HTTPFields)] = []
    var status = 200
    var fields: HTTPFields = [:]
    var body = Content.bytes([])
    var framing = Framing.length
    var stops: [Stop] = []
    var cut: Cut?
    var ending = Ending.keepAlive
    /// Bytes sent in place of a response.
    var raw: [UInt8]?
}

extension ScriptedReply {
    init(status: Int, fields: HTTPFields, body: Content) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    init(raw: [UInt8], ending: Ending = .close) {
        self.raw = raw
        self.ending = ending
    }
}

extension ScriptedReply.Content {
    var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .zeros(let count): count
        }
    }

    /// The step that sends the bytes in `range`.
    func step(_ range: Range<Int>) -> ScriptedReply.Step {
        switch self {
        case .bytes(let bytes): .send(Array(bytes[range]))
        case .zeros: .sendZeros(range.count)
        }
    }
}
