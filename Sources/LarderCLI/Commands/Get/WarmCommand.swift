#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension Command {
    static let warm = Command(
        name: "warm", summary: "Fetch a list of URLs into the cache.", operands: "FILE|-",
        operandCount: 1...1,
        options: [Option("--quiet", short: "-q", "Print nothing but failures."), .json]
            + FetchOptions.options,
        discussion: """
            One URL a line. Empty lines and lines that begin with # are left out; what is no URL
            is named and the rest is fetched.
            """
    ) { arguments in
        try arguments.refuse("--quiet", with: "--json")
        let options = try FetchOptions(arguments)
        let list = URLList(try InputFile.contents(of: arguments.operands[0]))
        for line in list.junk {
            Terminal.complain(
                "line \(line.number) is no URL: \(Describe.quoted(WebAddress.shown(line.text)))")
        }
        let cache = try CachePlace(arguments).openOrMake(arguments)
        let fetching = Fetching(
            options: options, loader: options.loader(over: cache),
            isQuiet: arguments.has("--quiet"), isJSON: arguments.has("--json"))
        let code = try await fetching.run(list.jobs)
        return list.junk.isEmpty ? code : .failure
    }
}

/// A list of URLs, one a line.
struct URLList {
    var jobs: [FetchJob] = []
    /// Lines that are neither URLs nor comments, the first 200 characters of each.
    var junk: [(number: Int, text: String)] = []

    init(_ bytes: Data) {
        var seen: Set<ExactKey<String>> = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() {
            let text = Self.trimmed(String(decoding: line, as: UTF8.self))
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            let isText = String(validating: line, as: UTF8.self) != nil
            guard isText, let job = try? FetchJob(text) else {
                junk.append((index + 1, String(text.prefix(200))))
                continue
            }
            if seen.insert(ExactKey(text)).inserted { jobs.append(job) }
        }
    }

    private static func trimmed(_ text: String) -> String {
        let blanks: Set<Character> = [" ", "\t", "\r", "\u{FEFF}"]
        return String(
            text.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
    }
}
