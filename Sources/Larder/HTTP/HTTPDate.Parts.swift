#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension HTTPDate {
    /// A moment as a calendar writes it, in the Gregorian calendar and without a time zone.
    ///
    /// Days are counted in years that begin in March, so that a leap day is the last of its
    /// year; both directions are exact for every year of four digits.
    struct Parts {
        var year: Int
        var month: Int
        var day: Int
        /// Seconds since midnight.
        var time: Int
    }
}

extension HTTPDate.Parts {
    /// The moment; `nil` when the month has no such day.
    var date: Date? {
        guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day) else {
            return nil
        }
        let shifted = month > 2 ? year : year - 1
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - Self.daysToEpoch
        return Date(timeIntervalSince1970: Double(days * 86_400 + time))
    }

    /// The parts of `date`, which is held within the years 0 to 9999.
    init(_ date: Date) {
        let earliest = -62_167_219_200.0
        let latest = 253_402_300_799.0
        let raw = date.timeIntervalSince1970
        let seconds = Int(min(max(raw.isNaN ? 0 : raw, earliest), latest).rounded(.down))
        let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let shifted = days + Self.daysToEpoch
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra =
            (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        time = seconds - days * 86_400
    }

    /// The weekday, 0 for Sunday.
    var weekday: Int {
        let days = Int(((date?.timeIntervalSince1970 ?? 0) / 86_400).rounded(.down))
        let offset = (days + 4) % 7
        return offset < 0 ? offset + 7 : offset
    }

    /// Days from 1 March of the year 0 to 1 January 1970.
    private static let daysToEpoch = 719_468

    private static func days(in month: Int, of year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }
}
