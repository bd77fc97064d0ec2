#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

// Commands that take entries away.

extension Command {
    static let remove = Command(
        name: "rm", summary: "Remove entries, by key or by what they are like.",
        operands: "[KEY|URL]…", operandCount: 0...100_000,
        options: EntryFilter.options + [.json, .cache],
        discussion: "A URL goes with all its variants. Keys that are not there are no failure."
    ) { arguments in
        let filter = try EntryFilter(arguments)
        let cache = try CachePlace(arguments).open()
        guard arguments.operands.isEmpty else {
            guard filter.isOnlyBucket else {
                throw UsageError("Give keys, or what entries are like, not both.")
            }
            let count = try await remove(arguments.operands, from: cache, bucket: filter.bucket)
            if arguments.has("--json") { try WorkReport.print(JSON.text(["removed": count])) }
            return .success
        }
        guard !filter.isEmpty else {
            throw UsageError("Say which entries. `larder clear` removes them all.")
        }
        let now = Date()
        let count = try cache.removeAll { filter.accepts($0, now: now) }
        try WorkReport.print(
            arguments.has("--json") ? JSON.text(["removed": count]) : "\(count) removed")
        return .success
    }

    /// Returns how many of the keys were there.
    private static func remove(
        _ keys: [String], from cache: DiskCache, bucket: String?
    ) async throws -> Int {
        var count = 0
        for key in keys {
            let found: EntryKey
            do {
                found = try EntryKey(key, in: cache, bucket: bucket, takesExpired: true)
            } catch is EntryKey.Missing {
                continue
            }
            count += 1
            try found.bucket.remove(forKey: found.key)
            guard bucket == nil else { continue }
            try await Loader(cache: cache).remove(forKey: found.key)
        }
        return count
    }

    static let clear = Command(
        name: "clear", summary: "Remove every entry.", operands: "", operandCount: 0...0,
        options: [.bucket, .json, .cache], discussion: "With --bucket only that part is emptied."
    ) { arguments in
        let cache = try CachePlace(arguments).open()
        if let bucket = try arguments.bucket() {
            let part = cache.bucket(bucket)
            let count = try part.statistics.entries
            try part.removeAll()
            if arguments.has("--json") { try WorkReport.print(JSON.text(["removed": count])) }
        } else {
            let count = try cache.statistics.entries
            try cache.removeAll()
            if arguments.has("--json") { try WorkReport.print(JSON.text(["removed": count])) }
        }
        return .success
    }

    static let trim = Command(
        name: "trim", summary: "Evict entries until the cache takes no more than SIZE.",
        operands: "SIZE", operandCount: 1...1, options: [.json, .cache],
        discussion: """
            The oldest that nobody has read go first. The capacity stays as it is. An empty cache
            has files, too: with no more than a few tens of KiB to take, every entry goes, and it
            exits with 1.
            """
    ) { arguments in
        guard let size = ByteCount(text: arguments.operands[0]) else {
            throw UsageError(
                "SIZE is such as 500k, 20M or 1.5G, not \(Describe.quoted(arguments.operands[0])).")
        }
        let cache = try CachePlace(arguments).open()
        try cache.trim(to: size)
        let report = TrimReport(try cache.statistics, wanted: size)
        if !report.isReached { Terminal.complain(report.shortfall) }
        try WorkReport.print(arguments.has("--json") ? JSON.text(report) : report.text)
        return report.isReached ? .success : .failure
    }
}

/// What `larder trim` has left.
private struct TrimReport: Encodable {
    let bytesInUse: Int
    let entries: Int
    /// Whether the cache takes no more than it was to.
    let isReached: Bool

    init(_ statistics: DiskStatistics, wanted: ByteCount) {
        bytesInUse = statistics.bytesInUse.bytes
        entries = statistics.entries
        isReached = statistics.bytesInUse <= wanted
    }

    private var size: String { ByteCount.bytes(bytesInUse).description }

    var text: String { "\(size) in use, \(Describe.count(entries, "entry", "entries")) left" }

    /// Only others who store meanwhile can have left entries.
    var shortfall: String {
        entries == 0
            ? "A cache takes no less than \(size), empty as it is."
            : "Others have stored meanwhile: \(size) are in use."
    }
}
