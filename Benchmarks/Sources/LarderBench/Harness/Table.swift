import Foundation

/// Figures in rows and columns, printed aligned.
struct Table: Sendable {
    /// What the table shows, with the unit of its figures.
    let title: String

    /// The columns' heads. The first column names the row.
    let columns: [String]

    private(set) var rows: [[Cell]] = []

    init(_ title: String, columns: [String]) {
        self.title = title
        self.columns = columns
    }

    /// One field.
    enum Cell: Sendable {
        case text(String)
        /// A figure, printed with `digits` decimals.
        case figure(Double, digits: Int)
        case nothing
    }
}

extension Table {
    /// The median time of each side of a contest, in nanoseconds or as `figure` makes of them.
    init(
        _ title: String, columns: [String], of outcome: Contest.Outcome, digits: Int,
        _ figure: (Double) -> Double = { $0 }
    ) {
        self.init(title, columns: columns)
        for name in outcome.names {
            add(name, [figure(outcome.nanoseconds(name).median)], digits: digits)
        }
    }

    /// Adds a row of cells; missing ones stay empty.
    mutating func add(_ name: String, _ cells: [Cell]) {
        rows.append([.text(name)] + cells)
    }

    /// Adds a row of figures with `digits` decimals; `nil` leaves a field empty.
    mutating func add(_ name: String, _ figures: [Double?], digits: Int) {
        add(name, figures.map { $0.map { .figure($0, digits: digits) } ?? .nothing })
    }

    /// The table in Markdown, its columns aligned for a terminal too.
    var text: String {
        let body = rows.map { row in columns.indices.map { $0 < row.count ? row[$0].text : "" } }
        let widths = columns.indices.map { column in
            ([columns] + body).map { $0[column].count }.max() ?? 0
        }
        let rule = widths.enumerated().map { index, width in
            String(repeating: "-", count: width + 1) + (index == 0 ? "-" : ":")
        }
        let lines = ([columns] + body).map { line(of: $0, widths) }
        let all = [lines[0], "|" + rule.joined(separator: "|") + "|"] + lines.dropFirst()
        return "\n\(title)\n\n" + all.joined(separator: "\n")
    }

    private func line(of fields: [String], _ widths: [Int]) -> String {
        let padded = fields.enumerated().map { index, field in
            let blanks = String(repeating: " ", count: widths[index] - field.count)
            return index == 0 ? field + blanks : blanks + field
        }
        return "| " + padded.joined(separator: " | ") + " |"
    }

    var json: JSON {
        .object([
            ("title", .string(title)), ("columns", .array(columns.map(JSON.string))),
            ("rows", .array(rows.map { .array($0.map(\.json)) })),
        ])
    }
}

extension Table.Cell {
    var text: String {
        switch self {
        case .text(let text): text
        case .figure(let value, let digits): String(format: "%.\(digits)f", value)
        case .nothing: ""
        }
    }

    var json: JSON {
        switch self {
        case .text(let text): .string(text)
        case .figure(let value, _): .number(value)
        case .nothing: .null
        }
    }
}
