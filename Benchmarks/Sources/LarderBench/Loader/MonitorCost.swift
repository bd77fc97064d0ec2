import Foundation
import Larder

/// What watching costs a hit, in memory, on disk, and through a loader: the same cache is watched
/// in some rounds and not in others.
struct MonitorCost {
    let rounds: Int

    private static let count = 10_000
    private static let url = URL(string: "https://images.example.org/large/1000000@2x.webp")

    func measure(_ report: Report) async throws {
        let folder = try ScratchFolder()
        var table = Table(
            "What watching costs a hit",
            columns: ["hit", "nobody watches, ns", "a monitor", "and a listener", "ns more"])
        for (name, memory, usesLoader) in [
            ("in memory, TieredCache", 100, false), ("on disk, TieredCache", 0, false),
            ("in memory, Loader", 100, true),
        ] {
            let cache = try Self.cache(folder.url.appending(path: name), memory: memory)
            let loader = Loader(
                cache: cache, configuration: .init(origin: FixedOrigin(body: Data(count: 1000))))
            let work = try await Self.work(loader, cache, usesLoader: usesLoader)
            var contest = AsyncContest()
            contest.add("plain", work)
            contest.add("monitor") {
                Monitor(loader)
            } run: { monitor in
                defer { withExtendedLifetime(monitor) {} }
                return try await work()
            }
            contest.add("listener") {
                await Self.listen(to: Monitor(loader))
            } run: { _ in
                try await work()
            } end: { listener in
                listener.cancel()
                await listener.value
            }
            let outcome = try await contest.hold(rounds: rounds)
            let times = outcome.names.map { outcome.nanoseconds($0).median }
            table.add(name, times + [times[2] - times[0]], digits: 1)
            report.check(
                .atMost(30, "ns more a hit \(name), while somebody listens"), times[2] - times[0])
        }
        report.add(table)
    }

    private static func cache(_ folder: URL, memory count: Int) throws -> TieredCache {
        try FileManager.default.createDirectory(
            at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
        return TieredCache(
            MemoryCache<String, Data>(maximumCount: count),
            try DiskCache(directory: folder, capacity: .mebibytes(20)))
    }

    private static func work(
        _ loader: Loader, _ cache: TieredCache, usesLoader: Bool
    ) async throws -> AsyncContest.Run {
        guard let url else { return { 0 } }
        _ = try await loader.data(at: url)
        let key = url.absoluteString
        return {
            var sum = 0
            for _ in 0..<count {
                if usesLoader {
                    sum &+= try await loader.response(for: Request(url)).status
                } else {
                    sum &+= try await cache.data(forKey: key)?.count ?? 0
                }
            }
            consume(sum)
            return count
        }
    }

    /// A task that hears everything; it listens when this returns.
    private static func listen(to monitor: Monitor) async -> Task<Void, Never> {
        let (begun, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task.detached {
            var events = monitor.events().makeAsyncIterator()
            begin.yield()
            while let event = await events.next() { consume(event) }
        }
        var steps = begun.makeAsyncIterator()
        await steps.next()
        return task
    }
}
