import Foundation

/// 200 pictures of 20 KB from nginx into files: `larder get -d` beside `curl --parallel`. What the
/// tool fetches it stores in its cache, too, which is emptied before each round.
struct ToolFetches {
    let tool: ToolProgram
    let rounds: Int

    private static let count = 200
    private static let width = "32"

    func measure(_ report: Report) throws {
        let server = try LoopbackNginx(largeMebibytes: 1)
        defer { server.stop() }
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "larder-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let base = server.small.absoluteString
        let urls = (1...Self.count).map { "\(base)?\($0)" }
        let curl = ToolProgram(path: "curl")
        var contest = Contest()
        contest.add("larder get") {
            try Self.empty(folder)
        } run: { _ in
            try tool.run(
                ["get", "-q", "-j", Self.width, "-d", folder.appending(path: "out").path] + urls,
                cache: folder.appending(path: "cache"))
            return Self.count
        }
        contest.add("curl --parallel") {
            try Self.empty(folder)
        } run: { _ in
            let output = folder.appending(path: "out/#1").path
            try curl.run([
                "-fsS", "--parallel", "--parallel-max", Self.width, "--create-dirs", "-o", output,
                "\(base)?[1-\(Self.count)]",
            ])
            return Self.count
        }
        let outcome = try contest.hold(rounds: rounds)
        var table = Table(
            "200 pictures of 20 KB from a loopback nginx into files, \(Self.width) at once",
            columns: ["program", "ms"])
        for name in outcome.names {
            let time = outcome.nanoseconds(name).median * Double(Self.count) / 1e6
            table.add(name, [.figure(time, digits: 1)])
        }
        report.add(table)
        report.check(
            .atLeast(0.7, "larder get's rate, times curl --parallel's"),
            outcome.ratio("curl --parallel", to: "larder get").median)
    }

    private static func empty(_ folder: URL) throws {
        // At first there is nothing to remove.
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
}
