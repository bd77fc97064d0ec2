import Foundation

/// `larder-bench SUITE [--json FILE] [options]`
///
/// Exit code 0: every threshold holds. 1: one does not. 2: the command line makes no sense, or
/// the suite could not run.
@main
enum LarderBench {
    static func main() async {
        do {
            exit(try await run(Options(Array(CommandLine.arguments.dropFirst()))))
        } catch {
            complain("larder-bench: \(error)")
            exit(2)
        }
    }

    private static func run(_ options: Options) async throws -> Int32 {
        guard let name = options.words.first,
            let suite = Suite.all.first(where: { $0.name == name })
        else {
            complain(usage)
            return 2
        }
        let report = Report(suite: name)
        try await suite.run(report, options)
        if let file = options.text("json") {
            try Data((report.json.text + "\n").utf8).write(to: URL(fileURLWithPath: file))
        }
        return report.conclude() ? 0 : 1
    }

    private static var usage: String {
        let suites = Suite.all.map { "  \($0.name)  \($0.summary)" }
        return "usage: larder-bench SUITE [--json FILE] [options]\n"
            + suites.joined(separator: "\n")
    }

    private static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }
}
