#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension Command {
    static let list = Command(
        name: "ls", summary: "List the cache's entries.", operands: "[PATTERN]",
        operandCount: 0...1,
        options: [
            Option(
                "--columns", short: "-c", value: "NAMES",
                "Some of size, age, expires, state, type, bucket, read, key. Default: size,age,key."
            ),
            Option("--sort", short: "-s", value: "BY", "key (default), size, age, or none."),
            Option("--reverse", short: "-r", "The other way round."),
            Option("--json", "Print a JSON object a line for each entry."),
        ] + EntryFilter.options + [.cache],
        discussion: """
            Without sorting, entries are printed as they are found and take no memory. Keys are
            shown with control characters as codes; --json tells them exactly.
            """
    ) { arguments in
        try ListRun(arguments).run()
    }
}

/// One run of `larder ls`.
private struct ListRun {
    private enum Order { case key, size, age }

    private let cache: DiskCache
    private let filter: EntryFilter
    private let columns: [EntryColumn]
    private let order: Order?
    private let isReversed: Bool
    private let isJSON: Bool
    private let now = Date()

    init(_ arguments: Arguments) throws {
        var filter = try EntryFilter(arguments)
        if let pattern = arguments.operands.first {
            guard filter.glob == nil else {
                throw UsageError("Give a pattern or --glob, not both.")
            }
            filter.glob = try Glob(pattern)
        }
        self.filter = filter
        try arguments.refuse("--json", with: "--columns")
        columns = try arguments.value("--columns").map(EntryColumn.list) ?? EntryColumn.standard
        let orders: [(String, Order?)] = [
            ("key", .key), ("size", .size), ("age", .age), ("none", nil),
        ]
        order = try arguments.choice("--sort", of: orders) ?? .key
        isReversed = arguments.has("--reverse")
        guard order != nil || !isReversed else {
            throw UsageError("--reverse turns an order round, and --sort none has none.")
        }
        isJSON = arguments.has("--json")
        cache = try CachePlace(arguments).open()
    }

    func run() throws -> ExitCode {
        var output = BufferedOutput()
        guard let order else {
            try cache.forEach(filter, now: now) { try print($0, to: &output) }
            try output.flush()
            return .success
        }
        for line in try sortedLines(order) { try output.write(line) }
        try output.flush()
        return .success
    }

    private func print(_ entry: DiskEntry, to output: inout BufferedOutput) throws {
        try output.write(line(entry))
    }

    private func line(_ entry: DiskEntry) throws -> String {
        let row = EntryRow(entry, now: now)
        if isJSON { return try JSON.text(row, isPretty: false) + "\n" }
        return columns.map { $0.cell(row, now: now) }.joined(separator: " ").trimmedEnd + "\n"
    }

    /// The lines in order. Only they and what they are sorted by are held in memory.
    private func sortedLines(_ order: Order) throws -> [String] {
        var rows: [(key: String, rank: Int, line: String)] = []
        try cache.forEach(filter, now: now) { entry in
            let rank =
                switch order {
                case .key: 0
                case .size: -entry.size
                case .age: -Int(entry.storedAt.timeIntervalSince1970)
                }
            rows.append((entry.key, rank, try line(entry)))
        }
        rows.sort { ($0.rank, $0.key) < ($1.rank, $1.key) }
        if isReversed { rows.reverse() }
        return rows.map(\.line)
    }
}
