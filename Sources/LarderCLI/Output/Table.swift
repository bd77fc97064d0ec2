/// Rows of cells in columns that are as wide as their widest cell.
struct Table {
    struct Column {
        let title: String
        let isNumber: Bool

        static func text(_ title: String) -> Column { Column(title: title, isNumber: false) }
        static func number(_ title: String) -> Column { Column(title: title, isNumber: true) }
    }

    let columns: [Column]
    var rows: [[String]] = []

    init(_ columns: Column...) {
        self.columns = columns
    }
}

extension Table {
    /// The table with its titles. What is in the cells is made printable.
    var text: String {
        let lines = [columns.map(\.title)] + rows.map { $0.map(Describe.printable) }
        let widths = columns.indices.map { index in
            lines.map { $0[index].columns }.max() ?? 0
        }
        return lines.map { cells in
            columns.indices.map { index in
                columns[index].isNumber
                    ? cells[index].aligned(to: widths[index])
                    : cells[index].padded(to: widths[index])
            }.joined(separator: "  ").trimmedEnd
        }.joined(separator: "\n")
    }
}
