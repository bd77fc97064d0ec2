/// One range of a `Range` field in bytes (RFC 9110 §14.1.2).
public enum ByteRange: Sendable, Hashable {
    /// From `first` to `last`, both counted in; to the end when `last` is `nil`.
    case bytes(first: Int, last: Int?)
    /// The last `count` bytes.
    case suffix(count: Int)
}

extension ByteRange {
    /// Reads a `Range` field of exactly one range in bytes; `nil` for anything else.
    ///
    /// Several ranges, other units and what breaks the grammar may be ignored by who answers
    /// (RFC 9110 §14.2), so they need no form here.
    public init?(_ value: String) {
        var scanner = FieldScanner(value)
        guard scanner.take("bytes="), !scanner.isAtEnd else { return nil }
        let first = scanner.takeWhile(\.isDigit)
        guard scanner.take(0x2D) else { return nil }
        let last = scanner.takeWhile(\.isDigit)
        guard scanner.isAtEnd, let range = Self.range(first, last) else { return nil }
        self = range
    }

    private static func range(_ first: String, _ last: String) -> ByteRange? {
        switch (first.isEmpty, last.isEmpty) {
        case (true, true): return nil
        case (true, false): return Int(last).map { .suffix(count: $0) }
        case (false, true): return Int(first).map { .bytes(first: $0, last: nil) }
        case (false, false):
            guard let first = Int(first), let last = Int(last), first <= last else { return nil }
            return .bytes(first: first, last: last)
        }
    }

    /// The bytes meant within a content of `count` bytes; `nil` when it has none of them.
    public func resolved(in count: Int) -> Range<Int>? {
        switch self {
        case .bytes(let first, let last):
            let last = min(last ?? count - 1, count - 1)
            guard first >= 0, first <= last else { return nil }
            return first..<last + 1
        case .suffix(let wanted):
            guard wanted > 0, count > 0 else { return nil }
            return max(0, count - wanted)..<count
        }
    }
}
