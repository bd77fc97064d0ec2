import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How many answers a second the loader fetches and stores on disk, beside the bare origin, and the
/// origin with each body stored in a disk cache by hand, which is the least that storing can take.
struct LoaderFetches {
    let server: LoopbackNginx
    let requests: Int
    let rounds: Int
}

extension LoaderFetches {
    private static let atOnce = 32

    func measure(_ report: Report) async throws {
        let base = server.small.absoluteString
        let folder = try ScratchFolder()
        let disk = try DiskCache(directory: folder.url, capacity: .mebibytes(400))
        let origin = SystemOrigin()
        var configuration = Loader.Configuration(origin: origin)
        configuration.exchangesPerHost = Self.atOnce
        let loader = Loader(cache: disk, configuration: configuration)
        var contest = AsyncContest()
        contest.add("origin") {
            try await fetch(base) {
                try await origin.send(OriginRequest(url: $0)).body.collect(upTo: .mebibytes(1))
            }
        }
        let second = try ScratchFolder()
        let floor = try DiskCache(directory: second.url, capacity: .mebibytes(400))
        contest.add("origin, stored by hand") {
            try await fetch(base) { url in
                let body = try await origin.send(OriginRequest(url: url)).body
                let entry = Entry(
                    payload: try await body.collect(upTo: .mebibytes(1)),
                    attributes: EntryAttributes(storedAt: .now))
                try await floor.store(entry, forKey: url.absoluteString)
                return entry.payload
            }
        }
        contest.add("loader, nothing stored") {
            try await fetch(base) { try await loader.data(at: $0, cachePolicy: .noStore) }
        }
        contest.add("loader onto disk") {
            try await fetch(base) { try await loader.data(at: $0, cachePolicy: .reload) }
        }
        let outcome = try await contest.hold(rounds: rounds)
        report.add(
            Table(
                "Answers of 20 KB, 32 at once", columns: ["by", "per second"], of: outcome,
                digits: 0
            ) { 1e9 / $0 })
        report.check(
            .atLeast(0.6, "loader storing on disk, times the bare origin's rate"),
            outcome.ratio("origin", to: "loader onto disk").median)
    }

    private func fetch(
        _ base: String, _ load: @escaping @Sendable (URL) async throws -> Data
    ) async throws -> Int {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<Self.atOnce {
                group.addTask {
                    for number in stride(from: worker, to: requests, by: Self.atOnce) {
                        guard let url = URL(string: "\(base)?\(number)") else { continue }
                        consume(try await load(url).count)
                    }
                }
            }
            try await group.waitForAll()
        }
        return requests
    }
}
