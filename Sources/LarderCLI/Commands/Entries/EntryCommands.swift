#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

// Commands about one entry.

extension Command {
    static let info = Command(
        name: "info", summary: "Tell everything that is known about an entry.", operands: "KEY|URL",
        operandCount: 1...1, options: [.bucket, .json, .cache],
        discussion: """
            Freshness is told with its reason, as RFC 9111 gives it. An entry that has expired is
            told about while it is there, and said to have expired; everything else misses it.
            """
    ) { arguments in
        let cache = try CachePlace(arguments).open()
        let found = try EntryKey(
            arguments.operands[0], in: cache, bucket: arguments.bucket(),
            takesExpired: true)
        let bytes = try found.bucket.data(forKey: found.key, ignoringLifetime: true)
        // What no codec knows is no picture.
        let picture = bytes.flatMap { try? ImageCodecs.standard.probe($0) }
        let now = Date()
        let report = EntryInfo(found, picture: picture, now: now)
        try Terminal.print(
            arguments.has("--json") ? JSON.text(report) : report.text(now: now))
        return .success
    }

    static let cat = Command(
        name: "cat", summary: "Write an entry's bytes to standard output or a file.",
        operands: "KEY|URL", operandCount: 1...1,
        options: [
            Option("--output", short: "-o", value: "FILE", "The file. Default: standard output."),
            .bucket, .json, .cache,
        ],
        discussion: "Bytes that a terminal would obey are not written to one."
    ) { arguments in
        let cache = try CachePlace(arguments).open()
        let found = try EntryKey(
            arguments.operands[0], in: cache, bucket: arguments.bucket())
        guard let bytes = try found.bucket.data(forKey: found.key) else {
            throw try EntryKey.missing(found.key, in: found.bucket)
        }
        let file = arguments.value("--output") ?? "-"
        guard file != "-" || !arguments.has("--json") else {
            throw UsageError(
                "The bytes and --json would both write to standard output. Use -o FILE.")
        }
        if file == "-", Terminal.isInteractive, !Describe.isText(bytes) {
            throw UsageError("This is no text. Write it to a file by -o FILE, or to a pipe.")
        }
        try ContentOutput.write(bytes, to: file)
        if arguments.has("--json") {
            let report = WrittenEntry(key: found.key, file: file, bytes: bytes.count)
            try WorkReport.print(JSON.text(report))
        }
        return .success
    }

    static let put = Command(
        name: "put", summary: "Store a file's bytes under a key.", operands: "[KEY] FILE|-",
        operandCount: 1...2,
        options: [
            Option("--lifetime", value: "TIME", "How long it lives, as in 30d. Default: for ever."),
            Option("--note", value: "NAME=TEXT", isRepeatable: true, "A note to keep beside it."),
            .bucket, .json, .cache, .capacity,
        ],
        discussion: "Without KEY a new one is made and printed. - reads standard input."
    ) { arguments in
        try PutRun(arguments).run()
    }
}

/// One run of `larder put`.
private struct PutRun {
    private let cache: DiskCache
    private let bucket: DiskBucket
    private let key: String?
    private let bytes: Data
    private let notes: [String: String]
    /// `nil` is for ever.
    private let lifetime: Duration?
    private let isJSON: Bool

    private struct Report: Encodable {
        let key: String
        let bytes: Int
    }

    init(_ arguments: Arguments) throws {
        notes = try Dictionary(
            (arguments.values["--note"] ?? []).map(Self.note), uniquingKeysWith: { $1 })
        lifetime = try arguments.span("--lifetime")
        isJSON = arguments.has("--json")
        let name = try arguments.bucket() ?? ""
        key = arguments.operands.count == 2 ? arguments.operands[0] : nil
        bytes = try InputFile.contents(of: arguments.operands[arguments.operands.count - 1])
        cache = try CachePlace(arguments).openOrMake(arguments)
        bucket = cache.bucket(name)
    }

    func run() throws -> ExitCode {
        let key = key ?? newKey()
        let start = TimeSource.system.uptime()
        let version = try bucket.store(
            bytes, forKey: key, metadata: notes, lifetime: lifetime.map { .fixed($0) } ?? .forever)
        guard version != nil else {
            Terminal.complain(refusal(after: TimeSource.system.uptime() - start))
            return .failure
        }
        let report = isJSON ? try JSON.text(Report(key: key, bytes: bytes.count)) : key
        if self.key == nil {
            // A key that nobody learns is of no use.
            try Terminal.print(report)
        } else if isJSON {
            try WorkReport.print(report)
        }
        return .success
    }

    /// Why the cache has not kept the entry.
    private func refusal(after elapsed: Duration) -> String {
        // The cache counts in microseconds.
        if let lifetime, lifetime <= elapsed + .microseconds(1) {
            return "The lifetime was over before the entry was stored. --lifetime TIME gives more."
        }
        return "\(ByteCount.bytes(bytes.count)) are more than the cache keeps of one entry. "
            + "--capacity SIZE gives it more."
    }

    /// A key that nobody else has.
    private func newKey() -> String { UUID().uuidString.lowercased() }

    private static func note(_ text: String) throws -> (String, String) {
        guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
            throw UsageError("--note takes NAME=TEXT, not \(Describe.quoted(text)).")
        }
        return (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }
}

/// What `larder cat` has written.
private struct WrittenEntry: Encodable {
    let key: String
    let file: String
    let bytes: Int
}
