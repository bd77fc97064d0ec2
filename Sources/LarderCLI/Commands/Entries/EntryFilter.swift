#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// Which entries a command is about.
struct EntryFilter {
    var glob: Glob?
    var bucket: String?
    var larger: ByteCount?
    var smaller: ByteCount?
    var older: Duration?
    var newer: Duration?

    static let options: [Option] = [
        Option("--glob", short: "-g", value: "PATTERN", "Keys that match, as in \"*.jpg\"."),
        .bucket,
        Option("--larger", value: "SIZE", "Entries larger than this, as in 1M."),
        Option("--smaller", value: "SIZE", "Entries smaller than this."),
        Option("--older", value: "TIME", "Entries stored longer ago than this, as in 30d."),
        Option("--newer", value: "TIME", "Entries stored within this time."),
    ]

    init(_ arguments: Arguments) throws {
        glob = try arguments.value("--glob").map { try Glob($0) }
        bucket = try arguments.bucket()
        larger = try arguments.size("--larger")
        smaller = try arguments.size("--smaller")
        older = try arguments.age("--older")
        newer = try arguments.age("--newer")
    }
}

extension EntryFilter {
    /// Whether every entry passes.
    var isEmpty: Bool { bucket == nil && isOnlyBucket }

    /// Whether every entry of the bucket passes.
    var isOnlyBucket: Bool {
        glob == nil && larger == nil && smaller == nil && older == nil && newer == nil
    }

    func accepts(_ entry: DiskEntry, now: Date) -> Bool {
        if let bucket, (entry.bucket ?? "") != bucket { return false }
        return accepts(entry.key, size: entry.size, storedAt: entry.storedAt, now: now)
    }

    /// Whether an entry of any bucket, or a file, passes.
    func accepts(_ name: String, size: Int, storedAt: Date, now: Date) -> Bool {
        if let larger, size <= larger.bytes { return false }
        if let smaller, size >= smaller.bytes { return false }
        let age = now.timeIntervalSince(storedAt)
        if let older, age <= older / .seconds(1) { return false }
        if let newer, age > newer / .seconds(1) { return false }
        return glob?.matches(name) ?? true
    }
}

extension DiskCache {
    /// Calls `body` for each entry that `filter` accepts.
    func forEach(_ filter: EntryFilter, now: Date, _ body: (DiskEntry) throws -> Void) throws {
        let cursor = filter.bucket.map { bucket($0).entries() } ?? entries()
        while let entry = try cursor.next() {
            if filter.accepts(entry, now: now) { try body(entry) }
        }
    }
}
