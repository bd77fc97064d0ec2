/// A number of seconds as a field states it (RFC 9111 §1.2.2).
public enum DeltaSeconds: Sendable, Hashable {
    /// The field or directive is not there.
    case absent
    /// It is there, but its value is no number of seconds.
    case invalid
    /// It states this many seconds.
    case seconds(Int)

    /// The most seconds that are told apart: 2^31, about 68 years. Larger numbers mean this one.
    public static let limit = 1 << 31

    /// Reads digits and nothing else.
    public init(_ text: some StringProtocol) {
        let digits = text.utf8
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else {
            self = .invalid
            return
        }
        self = .seconds(
            digits.reduce(0) { Swift.min($0 * 10 + Int($1 - 0x30), Self.limit) })
    }
}

extension DeltaSeconds {
    /// The time, with nothing for what is absent or invalid.
    public var duration: Duration? {
        guard case .seconds(let count) = self else { return nil }
        return .seconds(count)
    }
}
