import Larder

/// What `larder import` took, what it left and why, as `--json` tells it.
struct ImportReport: Encodable {
    struct Item: Encodable {
        let file: String
        let key: String?
        let bytes: Int?
        let skipped: String?
        let detail: String?
    }

    let isDryRun: Bool
    private(set) var taken = 0
    private(set) var takenBytes = 0
    private(set) var items: [Item] = []
    /// Why the cache took no more.
    var failure: String?
    /// Whether something was left that should not have been.
    private var isIncomplete = false

    static let alreadyThere = OlderCacheReport.SkipReason.alreadyThere.rawValue

    private enum CodingKeys: CodingKey {
        case isDryRun, taken, takenBytes, items, failure
    }

    init(isDryRun: Bool) {
        self.isDryRun = isDryRun
    }
}

extension ImportReport {
    init(_ report: OlderCacheReport) {
        self.init(isDryRun: report.isDryRun)
        let harmless: Set<OlderCacheReport.SkipReason> = [.foreign, .alreadyThere]
        for item in report.items {
            guard let reason = item.skipped else {
                take(item.fileName, key: item.key, bytes: item.size?.bytes ?? 0)
                continue
            }
            skip(
                item.fileName, reason.rawValue, key: item.key, bytes: item.size?.bytes,
                detail: item.detail, isHarmless: harmless.contains(reason))
        }
        failure = report.failure.map(Describe.error)
    }

    mutating func take(_ file: String, key: String?, bytes: Int) {
        taken += 1
        takenBytes += bytes
        items.append(Item(file: file, key: key, bytes: bytes, skipped: nil, detail: nil))
    }

    mutating func skip(
        _ file: String, _ reason: String, key: String? = nil, bytes: Int? = nil,
        detail: String? = nil, isHarmless: Bool = false
    ) {
        if !isHarmless { isIncomplete = true }
        items.append(Item(file: file, key: key, bytes: bytes, skipped: reason, detail: detail))
    }

    var code: ExitCode { isIncomplete || failure != nil ? .failure : .success }

    var text: String {
        let skipped = items.compactMap { item in
            item.skipped.map {
                "skipped \(Describe.printable(item.file)): \(Describe.printable(item.detail ?? $0))"
            }
        }
        let verb = isDryRun ? "would be taken" : "taken"
        let size = ByteCount.bytes(takenBytes)
        return (skipped + ["\(taken) \(verb) (\(size)), \(skipped.count) skipped"])
            .joined(separator: "\n")
    }
}
