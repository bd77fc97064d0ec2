/// Which part of which whole a 206 or a 416 speaks of (RFC 9110 §14.4).
public struct ContentRange: Sendable, Hashable {
    /// The bytes that are sent; `nil` in a 416.
    public let range: Range<Int>?
    /// The length of the whole; `nil` when the sender does not know it.
    public let completeLength: Int?

    /// Makes a range.
    public init(range: Range<Int>?, completeLength: Int?) {
        self.range = range
        self.completeLength = completeLength
    }
}

extension ContentRange {
    /// Reads a `Content-Range` field in bytes; `nil` when it breaks the grammar or contradicts
    /// itself.
    public init?(_ value: String) {
        var scanner = FieldScanner(value)
        guard scanner.take("bytes ") else { return nil }
        var range: Range<Int>?
        if !scanner.take(0x2A) {
            guard let first = Int(scanner.takeWhile(\.isDigit)), scanner.take(0x2D),
                let last = Int(scanner.takeWhile(\.isDigit)), first <= last, last < Int.max
            else { return nil }
            range = first..<last + 1
        }
        guard scanner.take(0x2F) else { return nil }
        let isUnknown = scanner.take(0x2A)
        let length = isUnknown ? nil : Int(scanner.takeWhile(\.isDigit))
        guard scanner.isAtEnd, isUnknown || length != nil, range != nil || length != nil,
            (range?.upperBound ?? 0) <= (length ?? .max)
        else { return nil }
        self.init(range: range, completeLength: length)
    }
}

extension ContentRange: CustomStringConvertible {
    /// The field's value: `bytes 0-4/10`.
    public var description: String {
        let part = range.map { "\($0.lowerBound)-\($0.upperBound - 1)" } ?? "*"
        return "bytes \(part)/\(completeLength.map(String.init) ?? "*")"
    }
}
