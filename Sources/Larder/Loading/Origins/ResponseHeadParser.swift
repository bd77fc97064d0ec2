/// Puts a response's head together from its lines, as they come.
///
/// Interim responses (1xx) before the head and trailers behind the body are left out
/// (RFC 9110 §15.2 and §6.5). Any bytes are taken as Latin-1.
struct ResponseHeadParser {
    enum Outcome: Equatable {
        /// The head is not complete, or was already.
        case more
        case head(LoadError.ResponseHead)
        /// What came is no HTTP, and why.
        case malformed(String)
    }

    /// More than any server's head, and little enough for a hostile one.
    static let maximumSize = 256 << 10

    private enum State { case statusLine, fields, complete }

    private var state = State.statusLine
    private var head = LoadError.ResponseHead(status: 0, fields: [:])
    /// The last field, which the next line may continue.
    private var openField: HTTPFields.Field?
    private(set) var size = 0
}

extension ResponseHeadParser {
    /// Whether the final response's head has come in full.
    var isComplete: Bool { state == .complete }

    /// Takes one line with its end.
    mutating func receive(_ line: UnsafeRawBufferPointer) -> Outcome {
        size += line.count
        guard size <= Self.maximumSize else {
            return .malformed("its head is longer than \(ByteCount.bytes(Self.maximumSize))")
        }
        let line = Self.withoutEnd(line)
        switch state {
        case .complete: return .more
        case .statusLine: return receiveStatus(line)
        case .fields: return line.isEmpty ? end() : receiveField(line)
        }
    }

    private mutating func receiveStatus(_ line: Slice<UnsafeRawBufferPointer>) -> Outcome {
        let words = line.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
        guard words.count >= 2, words[0].starts(with: "HTTP/".utf8), words[1].count == 3,
            let status = Int(Self.text(words[1])), status >= 100
        else { return .malformed("its first line is no status line") }
        head = .init(status: status, fields: [:])
        head.fields.makeRoom()
        state = .fields
        return .more
    }

    private mutating func end() -> Outcome {
        closeField()
        // 101 is final, but the origin asks for no other protocol (RFC 9110 §7.8).
        if head.status == 101 { return .malformed("it switches to a protocol not asked for") }
        if head.status < 200 {
            state = .statusLine
            return .more
        }
        let lengths = head.fields.values("Content-Length")
        if lengths.contains(where: { $0 != lengths[0] }) {
            return .malformed("it announces different lengths")
        }
        // Where it tells how long the body is: digits, and nothing else (RFC 9112 §6.3).
        if let length = lengths.first, ![204, 304].contains(head.status),
            Int(length) == nil || !length.utf8.allSatisfy(\.isDigit)
        {
            return .malformed("it announces a length that is no number of bytes")
        }
        state = .complete
        return .head(head)
    }

    private mutating func receiveField(_ line: Slice<UnsafeRawBufferPointer>) -> Outcome {
        if let first = line.first, first == 0x20 || first == 0x09 {
            // A folded line continues the one before it (RFC 9112 §5.2).
            guard openField != nil else { return .malformed("its first field has no name") }
            openField?.value += " " + Self.text(line.trimmingFieldSpace())
            return .more
        }
        closeField()
        guard let colon = line.firstIndex(of: 0x3A) else {
            return .malformed("one of its field lines has no colon")
        }
        let name = Self.text(line[..<colon].trimmingFieldSpace())
        guard !name.isEmpty else { return .malformed("one of its fields has no name") }
        let value = Self.text(line[(colon + 1)...].trimmingFieldSpace())
        openField = HTTPFields.Field(name: name, value: value)
        return .more
    }

    private mutating func closeField() {
        guard let field = openField else { return }
        head.fields.append(field.name, field.value)
        openField = nil
    }
}

// MARK: - Bytes

extension ResponseHeadParser {
    private static func withoutEnd(
        _ line: UnsafeRawBufferPointer
    ) -> Slice<UnsafeRawBufferPointer> {
        var line = line[...]
        if line.last == 0x0A { line.removeLast() }
        if line.last == 0x0D { line.removeLast() }
        return line
    }

    /// The bytes as Latin-1. A stray CR, LF or NUL becomes a space (RFC 9110 §5.5).
    private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
        let isPlain = bytes.allSatisfy { $0 >= 0x20 && $0 < 0x80 }
        if isPlain { return String(decoding: bytes, as: UTF8.self) }
        var scalars = String.UnicodeScalarView()
        for byte in bytes {
            let isStray = byte == 0x0D || byte == 0x0A || byte == 0
            scalars.append(Unicode.Scalar(isStray ? 0x20 : byte))
        }
        return String(scalars)
    }
}
