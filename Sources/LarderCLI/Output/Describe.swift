#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
import Larder

/// How things read on a terminal.
enum Describe {
    /// `text` with nothing in it that a terminal would obey: control characters, line breaks and
    /// those that turn the direction of writing are shown as their code.
    static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if isObeyed(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether `bytes` are text that a terminal shows and does not obey.
    static func isText(_ bytes: Data) -> Bool {
        guard let text = String(validating: bytes, as: UTF8.self) else { return false }
        return !text.unicodeScalars.contains { isObeyed($0) && $0 != "\n" && $0 != "\t" }
    }

    /// A file's name, in quotes where nothing would be seen of it.
    static func name(_ path: String) -> String {
        path.allSatisfy { $0 == " " } ? quoted(path) : printable(path)
    }

    static func quoted(_ text: String) -> String { "\"\(printable(text))\"" }

    /// A number of things, as in `1 entry`.
    static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }

    /// One sentence for `error`.
    static func error(_ error: any Error) -> String {
        (error as? CocoaError).map(fileError) ?? printable("\(error)")
    }

    /// Foundation describes its errors for programmers.
    private static func fileError(_ error: CocoaError) -> String {
        let path = error.userInfo["NSFilePath"] as? String
        let number = (error.userInfo["NSUnderlyingError"] as? POSIXError)?.code.rawValue
        let reason = number.map { String(cString: strerror($0)) } ?? "error \(error.code.rawValue)"
        return "\(path.map(printable) ?? "A file") cannot be used: \(reason)."
    }

    /// A duration in the unit that suits it, as in `4.7 ms`.
    static func time(_ duration: Duration) -> String {
        let seconds = duration / .seconds(1)
        if seconds < 0.001 { return "\(tenths(seconds * 1e6)) µs" }
        if seconds < 1 { return "\(tenths(seconds * 1e3)) ms" }
        return "\(tenths(seconds)) s"
    }

    /// How long ago `date` was, in the largest unit that fits, as in `3 d`.
    static func age(since date: Date, now: Date) -> String {
        let seconds = now.timeIntervalSince(date)
        guard seconds >= 0 else { return "in the future" }
        guard seconds < 1e11 else { return "long ago" }
        let units = [(86_400, "d"), (3600, "h"), (60, "min")]
        let unit = units.first { Int(seconds) >= $0.0 } ?? (1, "s")
        return "\(Int(seconds) / unit.0) \(unit.1)"
    }

    /// A number with one digit behind the point.
    static func tenths(_ value: Double) -> String {
        let scaled = (value * 10).rounded()
        guard scaled.magnitude < 1e15 else { return "\(value)" }
        let whole = Int(scaled)
        return "\(whole < 0 ? "-" : "")\(abs(whole) / 10).\(abs(whole) % 10)"
    }

    static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
        case .format: scalar.value != 0x200D
        default: false
        }
    }
}
