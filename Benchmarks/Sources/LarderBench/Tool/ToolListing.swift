import Foundation
import Larder

/// `larder ls` beside `ls -l` of as many files.
struct ToolListing {
    let tool: ToolProgram
    let entries: Int
    let rounds: Int

    func measure(_ report: Report) throws {
        let folder = try ScratchFolder()
        let (files, cache) = (
            folder.url.appending(path: "files"), folder.url.appending(path: "cache")
        )
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        try fill(files, cache)
        var memory = 0
        var contest = Contest()
        contest.add("larder ls") {
            memory = max(memory, try tool.run(["ls"], cache: cache))
            return 1
        }
        contest.add("larder ls --sort none") {
            try tool.run(["ls", "--sort", "none"], cache: cache)
            return 1
        }
        contest.add("ls -l") {
            try ToolProgram(path: "ls").run(["-l", files.path])
            return 1
        }
        let outcome = try contest.hold(rounds: rounds)
        var table = Table(
            "Listing \(entries) entries or files", columns: ["program", "ms", "times ls -l"])
        for name in outcome.names {
            table.add(
                name,
                [
                    .figure(outcome.nanoseconds(name).median / 1e6, digits: 1),
                    .figure(outcome.ratio(name, to: "ls -l").median, digits: 2),
                ])
        }
        report.add(table)
        report.check(
            .atMost(3, "larder ls, times ls -l"), outcome.ratio("larder ls", to: "ls -l").median)
        report.check(.atMost(64, "larder ls, MiB of memory"), Double(memory) / 1_048_576)
    }

    private func fill(_ files: URL, _ cache: URL) throws {
        let disk = try DiskCache(directory: cache, capacity: nil)
        let bytes = Data(count: 100)
        for number in 0..<entries {
            let name = "picture-\(1_000_000 + number)@2x.webp"
            try disk.store(bytes, forKey: name)
            let file = open(files.appending(path: name).path, O_CREAT | O_WRONLY, 0o644)
            guard file >= 0 else { throw ToolProgram.Failure(program: "open", reason: name) }
            _ = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
            close(file)
        }
        disk.close()
    }
}
