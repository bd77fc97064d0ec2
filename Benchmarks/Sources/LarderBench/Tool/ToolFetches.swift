import Foundation

/// 200 pictures of 20 KB from nginx into files: `larder get -d` beside `curl --parallel`, both as
/// they are typed and both with 32 at once. What the tool fetches it stores in its cache, too, a
/// new one in each round.
struct ToolFetches {
    let tool: ToolProgram
    let rounds: Int

    private static let count = 200
    private static let width = "32"

    func measure(_ report: Report) throws {
        let server = try LoopbackNginx(largeMebibytes: 1)
        defer { server.stop() }
        // Nothing is removed before the end: ext4 is slow to make files just after others went.
        let scratch = try ScratchFolder()
        let base = server.small.absoluteString
        var contest = Contest()
        for (name, width) in [("", nil), (", 32 at once", Self.width)] {
            addTool("larder get" + name, width, base, scratch, to: &contest)
            addCurl("curl --parallel" + name, width, base, scratch, to: &contest)
        }
        let outcome = try contest.hold(rounds: rounds)
        report.add(
            Table(
                "200 pictures of 20 KB from a loopback nginx into files",
                columns: ["program", "ms"], of: outcome, digits: 1
            ) { $0 * Double(Self.count) / 1e6 })
        for name in ["", ", 32 at once"] {
            report.check(
                .atLeast(0.7, "larder get's rate, times curl --parallel's" + name),
                outcome.ratio("curl --parallel" + name, to: "larder get" + name).median)
        }
    }

    private func addTool(
        _ name: String, _ width: String?, _ base: String, _ scratch: ScratchFolder,
        to contest: inout Contest
    ) {
        let urls = (1...Self.count).map { "\(base)?\($0)" }
        let options = width.map { ["-j", $0] } ?? []
        contest.add(name) {
            try scratch.newFolder()
        } run: { folder in
            let output = ["-q", "-d", folder.appending(path: "out").path]
            try tool.run(
                ["get"] + options + output + urls, cache: folder.appending(path: "cache"))
            return Self.count
        }
    }

    private func addCurl(
        _ name: String, _ width: String?, _ base: String, _ scratch: ScratchFolder,
        to contest: inout Contest
    ) {
        let options = width.map { ["--parallel-max", $0] } ?? []
        let curl = ToolProgram(path: "curl")
        contest.add(name) {
            try scratch.newFolder()
        } run: { folder in
            let output = ["--create-dirs", "-o", folder.appending(path: "out/#1").path]
            try curl.run(
                ["-fsS", "--parallel"] + options + output + ["\(base)?[1-\(Self.count)]"])
            return Self.count
        }
    }
}
