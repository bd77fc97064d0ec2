#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension Command {
    static let verify = Command(
        name: "verify", summary: "Read every entry and check that its bytes are as stored.",
        operands: "", operandCount: 0...0,
        options: [Option("--repair", "Remove what is damaged."), .json, .cache],
        discussion: "Exits with 1 if something was damaged and stays."
    ) { arguments in
        let place = try CachePlace(arguments)
        var report = VerifyReport()
        try report.check(try place.open())
        if arguments.has("--repair") { try report.repair(try place.open()) }
        try Terminal.print(arguments.has("--json") ? JSON.text(report) : report.text)
        return report.isSound ? .success : .failure
    }
}

/// What reading every entry has shown.
struct VerifyReport: Encodable {
    struct Name: Encodable {
        let bucket: String?
        let key: String
    }

    var checked = 0
    var bytes = 0
    /// The keys whose bytes do not read as they were stored.
    var damaged: [Name] = []
    var isRepaired = false
    /// Damage that belongs to no entry that is there, found since the cache was opened.
    var otherDamage = 0
}

extension VerifyReport {
    var isSound: Bool { (damaged.isEmpty || isRepaired) && otherDamage == 0 }

    mutating func check(_ cache: DiskCache) throws {
        var damage = try cache.statistics.damage
        otherDamage = damage
        let cursor = cache.entries()
        while let entry = try cursor.next() {
            let bucket = cache.bucket(entry.bucket ?? "")
            if let payload = try bucket.data(forKey: entry.key, ignoringLifetime: true) {
                checked += 1
                bytes += payload.count
                continue
            }
            // An entry that was evicted meanwhile is a miss, too, but no damage.
            let found = try cache.statistics.damage
            guard found > damage else { continue }
            damage = found
            damaged.append(Name(bucket: entry.bucket, key: entry.key))
        }
        cache.close()
    }

    /// Removes what is damaged. `cache` is opened anew: one that has met the damage holds the
    /// entry for gone and has nothing to remove.
    mutating func repair(_ cache: DiskCache) throws {
        for name in damaged { try cache.bucket(name.bucket ?? "").remove(forKey: name.key) }
        isRepaired = true
    }

    var text: String {
        let sound = "\(checked) entries of \(ByteCount.bytes(bytes)) read as stored"
        guard !damaged.isEmpty || otherDamage > 0 else { return sound }
        let verb = isRepaired ? "removed" : "damaged"
        let keys = damaged.map { "\(verb): \(Describe.printable($0.key))" }
        let other = otherDamage > 0 ? ["damaged elsewhere: \(otherDamage)"] : []
        return ([sound] + keys + other).joined(separator: "\n")
    }
}
