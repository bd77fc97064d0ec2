#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension Command {
    static let importing = Command(
        name: "import", summary: "Take over what an older cache, or an export, left in a folder.",
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
              export        what `larder export` wrote
            A URL becomes the key that `larder get` gives it. The folder is only read. What the
            cache has already is newer and stays. A bucket's files go into the bucket of the same
            name, unless --bucket names another. Each file that is left is named with the reason.
            Exits with 1 if one of them is the older cache's and the cache has not got its key
            already; files that are not the older cache's do not count.
            """
    ) { arguments in
        try await ImportRun(arguments).run()
    }
}

/// One run of `larder import`.
private struct ImportRun {
    private typealias Opening = @Sendable (URL) throws -> OlderCache

    private enum Source {
        case older(OlderCache)
        case export(ExportedFolder)
    }

    private static let kinds: [(String, Opening)] = [
        ("tsfilecache", { try .tsFileCache(at: $0) }),
        ("tsimagecache", { try .tsImageCache(at: $0) }),
        ("jmimagecache", { try .jmImageCache(at: $0) }),
        ("imagecache", { try .imageCache(at: $0) }), ("bucket", { try .bucket(at: $0) }),
    ]

    private static let needingURLs: Set = ["jmimagecache", "imagecache"]

    private let source: Source
    private let keys: [String]
    private let cache: DiskCache
    private let bucket: String?
    private let isDryRun: Bool
    private let isJSON: Bool

    init(_ arguments: Arguments) throws {
        let (kind, path) = (arguments.operands[0], arguments.operands[1])
        let folder = URL(filePath: path, directoryHint: .isDirectory)
        guard arguments.value("--urls") != nil || !Self.needingURLs.contains(kind) else {
            throw UsageError("\(kind) needs --urls FILE: its files do not tell their keys.")
        }
        guard arguments.value("--urls") == nil || kind != "export" else {
            throw UsageError("--urls is for older caches: an export tells its keys.")
        }
        keys = try arguments.value("--urls").map(Self.lines) ?? []
        source = try Self.source(kind, path, folder)
        isDryRun = arguments.has("--dry-run")
        isJSON = arguments.has("--json")
        let own = kind == "bucket" ? folder.lastPathComponent : nil
        bucket = try arguments.bucket() ?? own
        cache = try CachePlace(arguments).openOrMake(arguments)
    }

    private static func source(_ kind: String, _ path: String, _ folder: URL) throws -> Source {
        if kind == "export" { return .export(try ExportedFolder(path)) }
        if let opening = kinds.first(where: { $0.0 == kind })?.1 {
            return .older(try opening(folder))
        }
        let known = kinds.map(\.0) + ["export"]
        throw UsageError(
            unknown: "kind of older cache", kind, known: known,
            advice: "The kinds are \(known.joined(separator: ", ")).")
    }

    /// The lines of a list. One that is no text is no key that an older cache had.
    private static func lines(_ file: String) throws -> [String] {
        try InputFile.contents(of: file).split(separator: UInt8(ascii: "\n")).compactMap { line in
            guard let text = String(validating: line, as: UTF8.self) else { return nil }
            return text.hasSuffix("\r") ? String(text.dropLast()) : text
        }
    }

    func run() async throws -> ExitCode {
        let report = try await copied()
        if let failure = report.failure { Terminal.complain("The cache took no more: \(failure)") }
        try WorkReport.print(isJSON ? JSON.text(report) : report.text)
        return report.code
    }

    private func copied() async throws -> ImportReport {
        switch source {
        case .export(let folder):
            try await folder.copyEntries(to: cache, bucket: bucket, isDryRun: isDryRun)
        case .older(let old):
            ImportReport(
                try await old.copyEntries(
                    to: BucketTier.tier(of: cache, bucket: bucket), keys: keys,
                    isDryRun: isDryRun, newKey: WebAddress.key))
        }
    }
}
