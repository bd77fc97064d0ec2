/// Reads a field value byte by byte and never past its end.
///
/// Every parser of field values stands on this one, so that none can trap on what a server
/// sends (RFC 9110 §5.6).
struct FieldScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ value: some StringProtocol) {
        bytes = Array(value.utf8)
    }
}

extension FieldScanner {
    /// Whether nothing is left.
    var isAtEnd: Bool { position >= bytes.count }

    /// The next byte, left in place; `nil` at the end.
    var next: UInt8? { isAtEnd ? nil : bytes[position] }

    /// Takes the next byte if it is `byte`.
    mutating func take(_ byte: UInt8) -> Bool {
        guard next == byte else { return false }
        position += 1
        return true
    }

    /// Takes `text` if it comes next, letters in any case.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        let isSame = text.withUTF8Buffer { wanted in
            zip(wanted, bytes[position...]).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
        }
        if isSame { position += count }
        return isSame
    }

    /// Takes bytes as long as `isWanted` says so.
    mutating func takeWhile(_ isWanted: (UInt8) -> Bool) -> String {
        let start = position
        while let byte = next, isWanted(byte) { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Passes over spaces and tabs (RFC 9110 §5.6.3).
    mutating func skipSpace() {
        while let byte = next, byte == 0x20 || byte == 0x09 { position += 1 }
    }

    /// Takes a token, which may turn out empty (RFC 9110 §5.6.2).
    mutating func token() -> String { takeWhile(\.isTokenByte) }

    /// Takes exactly `count` digits as a number.
    mutating func number(digits count: Int) -> Int? {
        guard position + count <= bytes.count else { return nil }
        let digits = bytes[position..<position + count]
        guard digits.allSatisfy(\.isDigit) else { return nil }
        position += count
        return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
}

extension FieldScanner {
    /// Takes a quoted string and undoes its quoting (RFC 9110 §5.6.4); `nil`, taking nothing,
    /// when there is none or it never ends.
    mutating func quotedString() -> String? {
        guard next == 0x22 else { return nil }
        var content: [UInt8] = []
        var place = position + 1
        while place < bytes.count, bytes[place] != 0x22 {
            if bytes[place] == 0x5C, place + 1 < bytes.count { place += 1 }
            content.append(bytes[place])
            place += 1
        }
        guard place < bytes.count else { return nil }
        position = place + 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Takes what is left up to the next comma outside quotes, and the comma.
    mutating func listMember() -> String {
        let start = position
        while let byte = next, byte != 0x2C {
            if quotedString() == nil { position += 1 }
        }
        let member = bytes[start..<position].trimmingFieldSpace()
        _ = take(0x2C)
        return String(decoding: member, as: UTF8.self)
    }

    /// The members of a comma-separated list, empty ones left out (RFC 9110 §5.6.1).
    static func members(of value: some StringProtocol) -> [String] {
        var scanner = FieldScanner(value)
        var members: [String] = []
        while !scanner.isAtEnd {
            let member = scanner.listMember()
            if !member.isEmpty { members.append(member) }
        }
        return members
    }
}

extension UInt8 {
    /// The byte, or the small letter if it is a capital one of ASCII.
    var asciiLowercased: UInt8 { self >= 0x41 && self <= 0x5A ? self | 0x20 : self }

    /// Whether the byte is an ASCII digit.
    var isDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// Whether the byte may stand in a token (RFC 9110 §5.6.2).
    var isTokenByte: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}

extension StringProtocol {
    /// Whether the text is a token, as names of fields and methods are (RFC 9110 §5.6.2).
    var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isTokenByte) }

    /// Whether the text may stand as a field's value: in Latin-1, without control characters
    /// (RFC 9110 §5.5).
    var isFieldValue: Bool {
        unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x20...0x7E, 0x80...0xFF: true
            default: false
            }
        }
    }

    /// The text with ASCII capitals made small; other characters stay.
    func asciiLowercased() -> String {
        guard utf8.contains(where: { $0 != $0.asciiLowercased }) else { return String(self) }
        return String(decoding: utf8.map(\.asciiLowercased), as: UTF8.self)
    }
}

extension BidirectionalCollection<UInt8> where SubSequence == Self {
    /// The bytes without spaces and tabs at their ends.
    func trimmingFieldSpace() -> Self {
        var bytes = drop { $0 == 0x20 || $0 == 0x09 }
        while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
        return bytes
    }
}
