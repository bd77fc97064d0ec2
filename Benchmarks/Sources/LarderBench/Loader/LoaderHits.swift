import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long a fresh answer takes, from memory and from disk, beside the tier's own look-up.
struct LoaderHits {
    let rounds: Int
}

extension LoaderHits {
    private static let count = 1000
    private static let body = Data(repeating: 7, count: 20_000)

    func measure(_ report: Report) async throws {
        let folder = try ScratchFolder()
        let urls = Self.urls
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(100)) { .bytes($0.count) }
        let disk = try DiskCache(directory: folder.url, capacity: .mebibytes(200))
        let fromMemory = try await Self.filled(memory, urls)
        let fromDisk = try await Self.filled(disk, urls)
        var contest = AsyncContest()
        contest.add("MemoryCache") { Self.visit(urls) { memory.value(for: $0.absoluteString) } }
        contest.add("Loader over memory") { try await Self.load(urls, fromMemory) }
        contest.add("DiskCache") {
            try Self.visit(urls) { try disk.data(forKey: $0.absoluteString) }
        }
        contest.add("Loader over disk") { try await Self.load(urls, fromDisk) }
        let outcome = try await contest.hold(rounds: rounds)
        report.add(
            Table(
                "A fresh answer of 20 KB", columns: ["from", "ns"], of: outcome, digits: 0))
        report.check(
            .atMost(15, "loader's hit in memory, times MemoryCache's own"),
            outcome.ratio("Loader over memory", to: "MemoryCache").median)
        report.check(
            .atMost(5, "loader's hit on disk, times DiskCache's own"),
            outcome.ratio("Loader over disk", to: "DiskCache").median)
    }

    private static var urls: [URL] {
        (0..<count).compactMap {
            URL(string: "https://images.example.org/photos/large/\(1_000_000 + $0)@2x.webp")
        }
    }

    private static func filled(_ cache: some CacheTier, _ urls: [URL]) async throws -> Loader {
        let loader = Loader(cache: cache, configuration: .init(origin: FixedOrigin(body: body)))
        for url in urls { _ = try await loader.data(at: url) }
        return loader
    }

    private static func visit(_ urls: [URL], _ look: (URL) throws -> Data?) rethrows -> Int {
        var sum = 0
        for url in urls { sum &+= try look(url)?.count ?? 0 }
        consume(sum)
        return urls.count
    }

    private static func load(_ urls: [URL], _ loader: Loader) async throws -> Int {
        var sum = 0
        for url in urls {
            let response = try await loader.response(for: Request(url))
            guard response.cacheStatus.isHit else { throw LoadError(.other, "This was no hit.") }
            sum &+= try await response.data().count
        }
        consume(sum)
        return urls.count
    }
}

/// Answers everything with one body that is fresh for a day.
struct FixedOrigin: Origin {
    let body: Data

    func send(_ request: OriginRequest) -> OriginResponse {
        let fields: HTTPFields = [
            "Content-Type": "image/webp", "Cache-Control": "public, max-age=86400",
            "ETag": "\"65a1b2c3-4e20\"", "Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT",
            "Content-Length": String(body.count), "Server": "bench", "Accept-Ranges": "bytes",
        ]
        return OriginResponse(status: 200, fields: fields, body: Body(body))
    }
}
