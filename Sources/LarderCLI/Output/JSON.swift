#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the tool prints with `--json`: keys in alphabetical order, dates in ISO 8601, sizes in
/// bytes, durations in seconds.
enum JSON {
    static func text(_ value: some Encodable, isPretty: Bool = true) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
        encoder.dateEncodingStrategy = .iso8601
        return escapingControls(String(decoding: try encoder.encode(value), as: UTF8.self))
    }

    /// The encoder escapes what JSON says it must; a terminal obeys more than that.
    private static func escapingControls(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isHarmful) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            guard isHarmful(scalar) else {
                result.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return result
    }

    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        scalar != "\n" && Describe.isObeyed(scalar)
    }
}
