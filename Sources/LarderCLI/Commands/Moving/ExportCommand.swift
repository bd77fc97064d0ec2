#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension Command {
    static let export = Command(
        name: "export", summary: "Write entries to files in a new folder.", operands: "DIR",
        operandCount: 1...1, options: EntryFilter.options + [.json, .cache],
        discussion: """
            Files are named by the last parts of their keys; those that would collide are numbered.
            \(ExportedEntry.listName) tells each one's key, bucket, notes and times, a JSON object a
            line; `larder import export DIR` takes them back. DIR must be empty or not there, and
            appears when it is whole. What has expired is left out.
            """
    ) { arguments in
        let filter = try EntryFilter(arguments)
        let report = try ExportRun(
            folder: arguments.operands[0], cache: try CachePlace(arguments).open(), filter: filter
        ).run()
        try WorkReport.print(arguments.has("--json") ? JSON.text(report) : report.text)
        return .success
    }
}

/// An entry in the list beside the files of an export.
struct ExportedEntry: Codable {
    static let listName = "entries.jsonl"

    let file: String
    let key: String
    let bucket: String?
    let size: Int
    let storedAt: Date
    let expiresAt: Date?
    let metadata: [String: String]
    /// Not there in what older exports wrote of an entry.
    let isShareable: Bool?
}

extension ExportedEntry {
    init(_ entry: DiskEntry, file: String) {
        self.init(
            file: file, key: entry.key, bucket: entry.bucket, size: entry.size,
            storedAt: entry.storedAt, expiresAt: entry.expiresAt, metadata: entry.metadata,
            isShareable: entry.isShareable)
    }
}

/// What an export has written, as `--json` tells it.
private struct ExportReport: Encodable {
    let folder: String
    var entries = 0
    var bytes = 0

    var text: String {
        let count = Describe.count(entries, "entry", "entries")
        return "\(Describe.printable(folder)): \(count), \(ByteCount.bytes(bytes))"
    }
}

/// One run of `larder export`.
private struct ExportRun {
    let folder: String
    let cache: DiskCache
    let filter: EntryFilter

    func run() throws -> ExportReport {
        let output = try OutputFolder(folder)
        let list = try OutputFile(output.file(ExportedEntry.listName))
        var names = FileNames(taken: ExportedEntry.listName)
        var report = ExportReport(folder: folder)
        try cache.forEach(filter, now: Date()) { entry in
            // An entry that went meanwhile, or whose bytes were damaged, is a miss.
            guard let bytes = try cache.bucket(entry.bucket ?? "").data(forKey: entry.key) else {
                return
            }
            let name = names.unique(SafeFileName.name(forURL: entry.key))
            try OutputFile.write(bytes, to: output.file(name))
            let line = try JSON.text(ExportedEntry(entry, file: name), isPretty: false)
            try list.write(Data((line + "\n").utf8))
            report.entries += 1
            report.bytes += bytes.count
        }
        try list.commit()
        try output.commit()
        return report
    }
}
