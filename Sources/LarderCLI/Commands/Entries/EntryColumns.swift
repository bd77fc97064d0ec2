#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// The columns of `larder ls`. Each has a width of its own, so that rows can be printed as they
/// come; what does not fit pushes the rest to the right.
enum EntryColumn: String, CaseIterable {
    case size, age, expires, state, type, bucket, read, key

    static let standard: [EntryColumn] = [.size, .age, .key]

    static func list(_ text: String) throws -> [EntryColumn] {
        let known = allCases.map(\.rawValue)
        let advice = "The columns are \(known.joined(separator: ", "))."
        let columns = try text.split(separator: ",").map { name in
            guard let column = EntryColumn(rawValue: String(name)) else {
                throw UsageError(
                    unknown: "column", String(name), known: known, advice: advice)
            }
            return column
        }
        guard !columns.isEmpty else { throw UsageError("--columns names none. \(advice)") }
        return columns
    }
}

extension EntryColumn {
    func cell(_ row: EntryRow, now: Date) -> String {
        switch self {
        case .size: ByteCount.bytes(row.size).description.aligned(to: 10)
        case .age: Describe.age(since: row.storedAt, now: now).aligned(to: 8)
        case .expires: expiry(row, now).aligned(to: 8)
        case .state: (row.state ?? "-").padded(to: 7)
        case .type: Describe.printable(row.type ?? "-").padded(to: 12)
        case .bucket: Describe.printable(row.bucket ?? "-").padded(to: 10)
        case .read: row.isRead ? "read" : "-   "
        case .key: Describe.printable(row.key)
        }
    }

    private func expiry(_ row: EntryRow, _ now: Date) -> String {
        row.expiresAt.map { Describe.age(since: now, now: $0) } ?? "never"
    }
}
