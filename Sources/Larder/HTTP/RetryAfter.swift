#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long a server asks to be left alone (RFC 9110 §10.2.3).
enum RetryAfter {
    /// The time that `fields` ask for at `now`; `nil` when they ask for none. Both forms count.
    static func delay(_ fields: HTTPFields, now: Date) -> Duration? {
        guard let value = fields.values("Retry-After").first else { return nil }
        if let seconds = DeltaSeconds(value).duration { return seconds }
        guard let date = HTTPDate(value, now: now)?.date else { return nil }
        return .seconds(max(0, date.timeIntervalSince(now)))
    }
}
