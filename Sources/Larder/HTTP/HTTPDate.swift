#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A point in time as HTTP writes it (RFC 9110 §5.6.7).
///
/// Reads the three forms of the standard, names in any case, and refuses everything else: a
/// date that is read wrongly makes a stale response fresh.
public struct HTTPDate: Sendable, Hashable {
    /// The moment, in whole seconds.
    public let date: Date

    /// Makes a date, dropping parts of a second.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.date = Date(timeIntervalSince1970: seconds.isFinite ? seconds : 0)
    }
}

// MARK: - Reading

extension HTTPDate {
    /// Reads one of the three forms; `nil` when `text` is none of them.
    ///
    /// A year of two digits that seems more than 50 years after `now` is one of the past.
    public init?(_ text: String, now: Date) {
        guard
            let parts = Self.fixed(FieldScanner(text)) ?? Self.obsolete(FieldScanner(text), now)
                ?? Self.asctime(FieldScanner(text)),
            let date = parts.date
        else { return nil }
        self.date = date
    }

    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    private static func fixed(_ start: FieldScanner) -> Parts? {
        var scanner = start
        guard scanner.weekday(Self.weekdays), scanner.take(", "),
            let day = scanner.number(digits: 2), scanner.take(0x20),
            let month = scanner.month(), scanner.take(0x20),
            let year = scanner.number(digits: 4), scanner.take(0x20),
            let time = scanner.time(), scanner.take(" GMT"), scanner.isAtEnd
        else { return nil }
        return Parts(year: year, month: month, day: day, time: time)
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    private static func obsolete(_ start: FieldScanner, _ now: Date) -> Parts? {
        var scanner = start
        guard scanner.weekday(Self.longWeekdays), scanner.take(", "),
            let day = scanner.number(digits: 2), scanner.take(0x2D),
            let month = scanner.month(), scanner.take(0x2D),
            let year = scanner.number(digits: 2), scanner.take(0x20),
            let time = scanner.time(), scanner.take(" GMT"), scanner.isAtEnd
        else { return nil }
        let current = Parts(now).year
        var full = current - current % 100 + year
        if full + 50 < current { full += 100 }
        if full > current + 50 { full -= 100 }
        return Parts(year: full, month: month, day: day, time: time)
    }

    /// `Sun Nov  6 08:49:37 1994`
    private static func asctime(_ start: FieldScanner) -> Parts? {
        var scanner = start
        guard scanner.weekday(Self.weekdays), scanner.take(0x20),
            let month = scanner.month(), scanner.take(0x20),
            let day = scanner.take(0x20) ? scanner.number(digits: 1) : scanner.number(digits: 2),
            scanner.take(0x20), let time = scanner.time(), scanner.take(0x20),
            let year = scanner.number(digits: 4), scanner.isAtEnd
        else { return nil }
        return Parts(year: year, month: month, day: day, time: time)
    }

    fileprivate static let weekdays: [StaticString] = [
        "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat",
    ]
    fileprivate static let longWeekdays: [StaticString] = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    fileprivate static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension FieldScanner {
    /// Takes a weekday's name. Which one it is does not matter: the date says it again.
    fileprivate mutating func weekday(_ names: [StaticString]) -> Bool {
        for name in names where take(name) { return true }
        return false
    }

    fileprivate mutating func month() -> Int? {
        for (index, name) in HTTPDate.months.enumerated() where take(name) { return index + 1 }
        return nil
    }

    /// Takes `08:49:37` as seconds of the day. A leap second is the 60th.
    fileprivate mutating func time() -> Int? {
        guard let hour = number(digits: 2), take(0x3A), let minute = number(digits: 2), take(0x3A),
            let second = number(digits: 2), hour < 24, minute < 60, second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}

// MARK: - Writing

extension HTTPDate: CustomStringConvertible {
    /// The date in the form to send: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var description: String {
        let parts = Parts(date)
        let clock = [parts.time / 3600, parts.time / 60 % 60, parts.time % 60]
            .map { Self.padded($0, to: 2) }.joined(separator: ":")
        let weekday = Self.weekdays[parts.weekday]
        let month = Self.months[parts.month - 1]
        let year = Self.padded(parts.year, to: 4)
        return "\(weekday), \(Self.padded(parts.day, to: 2)) \(month) \(year) \(clock) GMT"
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
