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
        let cache = try CachePlace(arguments).open()
        let report = try VerifyReport(cache, repairing: arguments.has("--repair"))
        try WorkReport.print(arguments.has("--json") ? JSON.text(report) : report.text)
        return report.isSound ? .success : .failure
    }
}

/// What reading every entry has shown.
struct VerifyReport: Encodable {
    /// One thing that does not read as it was written.
    struct Damage: Encodable {
        let bucket: String?
        /// `nil` where it does not read, and where no entry is damaged but a pack.
        let key: String?
        let part: String
        let file: String
        let offset: Int
        let payloadFile: String?
    }

    /// The entries that read as they were stored.
    let checked: Int
    let bytes: Int
    let damaged: [Damage]
    /// Whether what was damaged was dropped.
    let isRepaired: Bool
    /// Damage that opening the cache has met already.
    let otherDamage: Int
}

extension VerifyReport {
    init(_ cache: DiskCache, repairing: Bool) throws {
        otherDamage = try cache.statistics.damage
        let found = try cache.verify(dropping: repairing)
        checked = found.soundEntries
        bytes = found.soundBytes.bytes
        damaged = found.damage.map(Damage.init)
        isRepaired = repairing
    }

    var isSound: Bool { isRepaired || damaged.isEmpty && otherDamage == 0 }

    var text: String {
        let count = Describe.count(checked, "entry", "entries")
        let sound = "\(count) of \(ByteCount.bytes(bytes)) read as stored"
        let verb = isRepaired ? "removed" : "damaged"
        let lines = damaged.map { "\(verb): \($0.text)" }
        let other = otherDamage > 0 ? ["damage met in opening: \(otherDamage)"] : []
        return ([sound] + lines + other).joined(separator: "\n")
    }
}

extension VerifyReport.Damage {
    init(_ damage: DiskDamage) {
        self.init(
            bucket: damage.bucket, key: damage.key, part: damage.part.rawValue,
            file: damage.location.file, offset: damage.location.offset,
            payloadFile: damage.location.payloadFile)
    }

    fileprivate var text: String {
        let place = "\(part) in \(payloadFile ?? "\(file) at \(offset)")"
        return key.map { "\(Describe.printable($0)), \(place)" } ?? place
    }
}
