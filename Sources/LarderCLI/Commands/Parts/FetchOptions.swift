#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// The options that say how URLs are fetched.
struct FetchOptions {
    let policy: CachePolicy
    let fields: HTTPFields
    let parallel: Int
    private let configuration: Loader.Configuration

    static let options: [Option] = [
        Option(
            "--policy", short: "-p", value: "POLICY",
            "standard (default), immutable, max-age=TIME, reload, revalidate, cache-only, "
                + "cache-else-origin or no-store."),
        Option(
            "--header", short: "-H", value: "FIELD", isRepeatable: true,
            "A field to send, as in \"Accept: image/webp\"."),
        Option("--parallel", short: "-j", value: "N", "Fetch N URLs at a time. Default: 8."),
        Option(
            "--timeout", short: "-t", value: "TIME", "Give a URL up after this time, as in 30s."),
        Option("--retry", value: "N", "Try again up to N times what may go better then."),
        .cache, .capacity,
    ]

    init(_ arguments: Arguments) throws {
        policy = try Self.policy(arguments)
        fields = HTTPFields(try (arguments.values["--header"] ?? []).map(Self.field))
        parallel = try arguments.number("--parallel", in: 1...256) ?? 8
        var configuration = Loader.Configuration()
        configuration.deadlines.total = try arguments.span("--timeout")
        configuration.exchangesPerHost = max(16, parallel)
        configuration.exchangesInAll = max(64, parallel)
        if let retries = try arguments.number("--retry", in: 0...100) {
            configuration.retry = RetryPolicy(
                attempts: retries + 1, statuses: RetryPolicy.failures)
        }
        self.configuration = configuration
    }
}

extension FetchOptions {
    func loader(over cache: some CacheTier) -> Loader {
        Loader(cache: cache, configuration: configuration)
    }

    func request(_ url: URL) -> Request {
        Request(url, fields: fields, cachePolicy: policy)
    }

    private static let policies: [(String, CachePolicy)] = [
        ("standard", .standard), ("immutable", .immutable), ("reload", .reload),
        ("revalidate", .revalidate), ("cache-only", .cacheOnly),
        ("cache-else-origin", .cacheElseOrigin), ("no-store", .noStore),
    ]

    private static func policy(_ arguments: Arguments) throws -> CachePolicy {
        if let text = arguments.value("--policy"), text.hasPrefix("max-age=") {
            guard let age = Duration(text: String(text.dropFirst(8))) else {
                throw UsageError("--policy max-age= takes a time such as 90s, 12h or 30d.")
            }
            return .maxAge(age)
        }
        return try arguments.choice("--policy", of: policies, others: ["max-age=TIME"]) ?? .standard
    }

    private static func field(_ text: String) throws -> HTTPFields.Field {
        guard let colon = text.firstIndex(of: ":"), colon != text.startIndex else {
            throw UsageError("--header takes NAME: VALUE, not \(Describe.quoted(text)).")
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        return HTTPFields.Field(name: String(text[..<colon]), value: String(value))
    }
}
