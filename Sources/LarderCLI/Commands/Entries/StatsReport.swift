#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// What a cache holds and takes.
struct StatsReport: Encodable {
    struct Bin: Encodable {
        /// Bytes or seconds; `nil` for all beyond.
        let upTo: Int?
        var entries = 0
        var bytes = 0
        /// How many of them somebody has read since they were stored or last passed.
        var read = 0
    }

    let entries: Int
    let bytesInUse: Int
    let liveBytes: Int
    let deadBytes: Int
    let capacity: Int?
    let packs: Int
    let damage: Int
    var read: Int?
    var sizes: [Bin]?
    var ages: [Bin]?
}

extension StatsReport {
    private static let sizeLimits = [
        ("1 KiB", 1 << 10), ("10 KiB", 10 << 10), ("100 KiB", 100 << 10), ("1 MiB", 1 << 20),
        ("10 MiB", 10 << 20), ("more", nil),
    ]
    private static let ageLimits = [
        ("1 h", 3600), ("1 d", 86_400), ("1 week", 604_800), ("30 d", 2_592_000), ("more", nil),
    ]

    init(_ cache: DiskCache, histograms: Bool, now: Date) throws {
        let statistics = try cache.statistics
        entries = statistics.entries
        bytesInUse = statistics.bytesInUse.bytes
        liveBytes = statistics.liveBytes.bytes
        deadBytes = statistics.deadBytes.bytes
        capacity = try cache.capacity?.bytes
        packs = statistics.packs
        damage = statistics.damage
        if histograms { try count(cache, now) }
    }

    private mutating func count(_ cache: DiskCache, _ now: Date) throws {
        var sizes = Self.sizeLimits.map { Bin(upTo: $0.1) }
        var ages = Self.ageLimits.map { Bin(upTo: $0.1) }
        var read = 0
        let cursor = cache.entries()
        while let entry = try cursor.next() {
            let age = max(0, min(now.timeIntervalSince(entry.storedAt), 1e15))
            Self.add(entry.size, entry, &sizes)
            Self.add(Int(age), entry, &ages)
            if entry.isRead { read += 1 }
        }
        self.sizes = sizes
        self.ages = ages
        self.read = read
    }

    private static func add(
        _ value: Int, _ entry: DiskEntry, _ bins: inout [Bin]
    ) {
        guard let place = bins.firstIndex(where: { value <= $0.upTo ?? .max }) else { return }
        bins[place].entries += 1
        bins[place].bytes += entry.size
        if entry.isRead { bins[place].read += 1 }
    }

    var text: String {
        let size = { ByteCount.bytes($0).description }
        var lines = [
            "entries   \(entries)",
            "in use    \(size(bytesInUse)) of \(capacity.map(size) ?? "any")",
            "live      \(size(liveBytes)) in packs", "dead      \(size(deadBytes)) in packs",
            "packs     \(packs)",
        ]
        if damage > 0 { lines.append("damaged   \(damage); `larder verify` tells more") }
        if let read { lines.append("hit       \(Self.share(read, of: entries))") }
        for (title, limits, bins) in [
            ("size up to", Self.sizeLimits, sizes), ("age up to", Self.ageLimits, ages),
        ] {
            guard let bins else { continue }
            var table = Table(
                .text(title), .number("entries"), .number("bytes"), .number("hit"))
            table.rows = zip(limits, bins).map { limit, bin in
                [
                    limit.0, String(bin.entries), size(bin.bytes),
                    Self.share(bin.read, of: bin.entries),
                ]
            }
            lines += ["", table.text]
        }
        return lines.joined(separator: "\n")
    }

    /// `part` and its share, as in `7 (35 %)`.
    private static func share(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "-" : "\(part) (\(part * 100 / whole) %)"
    }

    var prometheus: String {
        var page = PrometheusPage()
        let gauges: [(String, String, Int?)] = [
            ("entries", "Entries in the cache.", entries),
            ("read_entries", "Entries read since they were stored or last passed.", read),
            ("in_use_bytes", "Bytes that all files take.", bytesInUse),
            ("live_bytes", "Bytes that the newest records take in packs.", liveBytes),
            ("dead_bytes", "Bytes that superseded records take in packs.", deadBytes),
            ("capacity_bytes", "Bytes that all files may take.", capacity),
            ("packs", "Pack files.", packs),
            ("damage", "Damage found when the cache was opened.", damage),
        ]
        for (name, help, value) in gauges {
            page.add("disk_\(name)", .gauge, help, value.map { [([], $0)] } ?? [])
        }
        return String(page.text.dropLast())
    }
}
