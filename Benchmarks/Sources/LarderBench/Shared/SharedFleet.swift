import Foundation
import Larder
import LarderTesting

/// Worker processes that want the same URLs, some much more than others: how often is the origin
/// asked for each, with an engine that they share and without one?
struct SharedFleet {
    let engine: BenchEngine

    private static let urls = 1_000
    private static let requests = 8_000
    private static let popular = 50

    func measure(_ report: Report) async throws {
        var table = Table(
            "\(Self.requests) requests for \(Self.urls) URLs of 20 KB, a few of them popular, at a "
                + "cold fleet",
            columns: [
                "workers", "requests/s", "origin fetches",
                "for each of the \(Self.popular) most wanted",
                "at most for one",
            ])
        for workers in [1, 2, 4] {
            for isShared in [false, true] {
                let run = try run(workers: workers, isShared: isShared)
                table.add(
                    "\(workers), \(isShared ? "with" : "without") an engine",
                    [
                        .figure(run.rate, digits: 0), .figure(Double(run.fetches), digits: 0),
                        .figure(run.popular, digits: 2), .figure(Double(run.most), digits: 0),
                    ])
                guard isShared else { continue }
                report.check(
                    .atMost(1, "fetches of one URL by \(workers) workers that share an engine"),
                    Double(run.most))
            }
        }
        report.add(table)
    }

    private struct Run {
        let rate: Double
        let fetches: Int
        let popular: Double
        let most: Int
    }

    private func run(workers: Int, isShared: Bool) throws -> Run {
        let origin = try ScriptedOrigin()
        origin.fallback = .ok(
            [UInt8](repeating: 7, count: 20_000), ["Cache-Control": "max-age=3600"]
        ).delayed(by: .milliseconds(20))
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("larder-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let prefix = UUID().uuidString
        let pipes = try (0..<workers).map { number in
            let words = [
                isShared ? "\(engine.port)" : "0", prefix, folder.path + "/\(number)",
                origin.url("/").absoluteString, "\(Self.urls)", "\(Self.requests / workers)",
                "\(number)",
            ]
            let line =
                "'\(CommandLine.arguments[0])' shared --worker \(words.joined(separator: ","))"
            guard let pipe = popen(line, "r") else { throw BenchEngine.Missing() }
            return pipe
        }
        let seconds = try pipes.compactMap { pipe in
            try BenchEngine.lines(of: pipe).first.flatMap { Double($0) }
        }
        let counts = origin.requests.reduce(into: [String: Int]()) {
            $0[$1.target, default: 0] += 1
        }
        let popular = (0..<Self.popular).map { counts["/\($0)"] ?? 0 }
        return Run(
            rate: Double(Self.requests) / (seconds.max() ?? .nan), fetches: origin.requests.count,
            popular: Double(popular.reduce(0, +)) / Double(Self.popular),
            most: counts.values.max() ?? 0)
    }
}
