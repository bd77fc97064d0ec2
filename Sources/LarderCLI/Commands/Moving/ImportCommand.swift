#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension Command {
    static let importing = Command(
        name: "import", summary: "Take over what an older cache left in a folder.",
        operands: "KIND DIR", operandCount: 2...2,
        options: [
            Option(
                "--urls", value: "FILE",
                "The URLs or keys that the older cache may have, one a line; - is standard input."),
            Option("--dry-run", short: "-n", "Only say what would be done."),
            .bucket, .json, .cache, .capacity,
        ],
        discussion: """
            KIND is one of
              tsfilecache   TSFileCache: files named by their keys
              tsimagecache  TSImageCache: PNG files named by their keys
              jmimagecache  JMImageCache: files named by digests of their URLs; needs --urls
              imagecache    the 2011 ImageCache: imagecache.plist and its files; needs --urls
              bucket        the 2019 FileManager extension: JPEG files in one bucket's folder
            The folder is only read. What the cache has already is newer and stays. A bucket's
            files go into the bucket of the same name, unless --bucket names another.
            """
    ) { arguments in
        try await ImportRun(arguments).run()
    }
}

/// One run of `larder import`.
private struct ImportRun {
    private typealias Opening = @Sendable (URL) throws -> OlderCache

    private static let kinds: [(String, Opening)] = [
        ("tsfilecache", { try .tsFileCache(at: $0) }),
        ("tsimagecache", { try .tsImageCache(at: $0) }),
        ("jmimagecache", { try .jmImageCache(at: $0) }),
        ("imagecache", { try .imageCache(at: $0) }), ("bucket", { try .bucket(at: $0) }),
    ]

    private let old: OlderCache
    private let keys: [String]
    private let cache: DiskCache
    private let bucket: String?
    private let isDryRun: Bool
    private let isJSON: Bool

    init(_ arguments: Arguments) throws {
        let (kind, path) = (arguments.operands[0], arguments.operands[1])
        guard let opening = Self.kinds.first(where: { $0.0 == kind })?.1 else {
            throw UsageError(
                unknown: "kind of older cache", kind, known: Self.kinds.map(\.0),
                advice: "The kinds are \(Self.kinds.map(\.0).joined(separator: ", ")).")
        }
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        keys = try arguments.value("--urls").map(Self.lines) ?? []
        old = try opening(folder)
        isDryRun = arguments.has("--dry-run")
        isJSON = arguments.has("--json")
        let own = kind == "bucket" ? folder.lastPathComponent : nil
        bucket = arguments.value("--bucket") ?? own
        cache = try CachePlace(arguments).openOrMake(arguments)
    }

    private static func lines(_ file: String) throws -> [String] {
        try InputFile.contents(of: file).split(separator: UInt8(ascii: "\n")).map { line in
            let text = String(decoding: line, as: UTF8.self)
            return text.hasSuffix("\r") ? String(text.dropLast()) : text
        }
    }

    func run() async throws -> ExitCode {
        let report: OlderCacheReport
        if let bucket {
            report = try await old.copyEntries(
                to: BucketTier(bucket: cache.bucket(bucket)), keys: keys, isDryRun: isDryRun)
        } else {
            report = try await old.copyEntries(to: cache, keys: keys, isDryRun: isDryRun)
        }
        if isJSON { try Terminal.print(JSON.text(ImportReport(report))) } else { try show(report) }
        if let failure = report.failure {
            Terminal.complain("The cache took no more: \(Describe.error(failure))")
            return .failure
        }
        let harmless: Set<OlderCacheReport.SkipReason> = [.foreign, .alreadyThere]
        return report.skipped.allSatisfy { $0.skipped.map(harmless.contains) ?? true }
            ? .success : .failure
    }

    private func show(_ report: OlderCacheReport) throws {
        var output = BufferedOutput()
        for item in report.skipped {
            let reason = item.detail ?? item.skipped?.rawValue ?? ""
            try output.write("skipped \(Describe.printable(item.fileName)): \(reason)\n")
        }
        let verb = report.isDryRun ? "would be taken" : "taken"
        try output.write(
            "\(report.taken.count) \(verb) (\(report.takenSize)), \(report.skipped.count) skipped\n"
        )
        try output.flush()
    }
}

/// The report of `larder import --json`.
private struct ImportReport: Encodable {
    struct Item: Encodable {
        let file: String
        let key: String?
        let bytes: Int?
        let skipped: String?
        let detail: String?
    }

    let isDryRun: Bool
    let taken: Int
    let takenBytes: Int
    let items: [Item]
    let failure: String?

    init(_ report: OlderCacheReport) {
        isDryRun = report.isDryRun
        taken = report.taken.count
        takenBytes = report.takenSize.bytes
        failure = report.failure.map(Describe.error)
        items = report.items.map {
            Item(
                file: $0.fileName, key: $0.key, bytes: $0.size?.bytes,
                skipped: $0.skipped?.rawValue, detail: $0.detail)
        }
    }
}
