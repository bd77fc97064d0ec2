import Foundation

/// What one run of a suite found. Prints as it goes; keeps everything for the JSON file.
final class Report {
    private let suite: String
    private var tables: [Table] = []
    private var checks: [(threshold: Threshold, figure: Double)] = []

    init(suite: String) {
        self.suite = suite
    }
}

extension Report {
    /// Prints `line`: progress, or a remark that needs no table.
    func note(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// Prints and keeps `table`.
    func add(_ table: Table) {
        tables.append(table)
        note(table.text)
    }

    /// Holds `figure` to `threshold`. The run goes on; ``conclude()`` tells.
    func check(_ threshold: Threshold, _ figure: Double) {
        checks.append((threshold, figure))
    }

    /// Prints each threshold with its figure, and returns whether all hold.
    func conclude() -> Bool {
        guard !checks.isEmpty else { return true }
        note("\nThresholds")
        for (threshold, figure) in checks {
            let verdict = threshold.holds(for: figure) ? "holds" : "FAILS"
            let value = String(format: "%.3f", figure)
            note("  \(verdict)  \(threshold.name): \(value), \(threshold.boundText)")
        }
        return checks.allSatisfy { $0.threshold.holds(for: $0.figure) }
    }

    var json: JSON {
        .object([
            ("suite", .string(suite)), ("tables", .array(tables.map(\.json))),
            ("checks", .array(checks.map { Self.json($0.threshold, $0.figure) })),
        ])
    }

    private static func json(_ threshold: Threshold, _ figure: Double) -> JSON {
        .object([
            ("name", .string(threshold.name)), ("bound", .string(threshold.boundText)),
            ("figure", .number(figure)), ("holds", .bool(threshold.holds(for: figure))),
        ])
    }
}
