/// Commands as bytes, ready to send. Several in a row go out together and are answered in turn.
struct RESPCommand: Sendable {
    private(set) var bytes: [UInt8] = []
    /// Where each command begins.
    private var starts: [Int] = []
    /// What each is answered with.
    private(set) var kinds: [AnswerKind] = []

    /// One word of a command.
    enum Word: Sendable, Equatable {
        case text(String)
        case bytes([UInt8])
        case number(Int)
    }

    init() {}

    init(_ words: Word...) {
        append(words)
    }
}

extension RESPCommand {
    /// How many answers come back.
    var answers: Int { starts.count }

    /// The same, each command allowed to meet a slot that is on its way here. Every other answer is
    /// the one that is wanted, the second first.
    var asking: RESPCommand {
        var asking = RESPCommand()
        for (start, end) in zip(starts, starts.dropFirst() + [bytes.count]) {
            asking.append(["ASKING"])
            asking.kinds.append(kinds[asking.starts.count / 2])
            asking.starts.append(asking.bytes.count)
            asking.bytes.append(contentsOf: bytes[start..<end])
        }
        return asking
    }

    /// This command and then `other`.
    func then(_ words: Word...) -> RESPCommand {
        var both = self
        both.append(words)
        return both
    }

    mutating func append(_ words: [Word]) {
        starts.append(bytes.count)
        kinds.append(AnswerKind(words))
        bytes.reserveCapacity(bytes.count + words.reduce(16) { $0 + $1.estimate })
        appendHead("*", words.count)
        for word in words { append(word) }
    }

    private mutating func append(_ word: Word) {
        switch word {
        case .text(let text):
            appendHead("$", text.utf8.count)
            bytes.append(contentsOf: text.utf8)
        case .bytes(let content):
            appendHead("$", content.count)
            bytes.append(contentsOf: content)
        case .number(let number):
            return append(.text(String(number)))
        }
        appendEnd()
    }

    private mutating func appendHead(_ kind: Unicode.Scalar, _ count: Int) {
        bytes.append(UInt8(ascii: kind))
        bytes.append(contentsOf: String(count).utf8)
        appendEnd()
    }

    private mutating func appendEnd() {
        bytes.append(0x0D)
        bytes.append(0x0A)
    }
}

extension RESPCommand.Word: ExpressibleByStringLiteral {
    init(stringLiteral text: String) {
        self = .text(text)
    }
}

extension RESPCommand.Word: ExpressibleByIntegerLiteral {
    init(integerLiteral number: Int) {
        self = .number(number)
    }
}

extension RESPCommand.Word {
    fileprivate var estimate: Int {
        switch self {
        case .text(let text): text.utf8.count + 16
        case .bytes(let bytes): bytes.count + 16
        case .number: 32
        }
    }
}
