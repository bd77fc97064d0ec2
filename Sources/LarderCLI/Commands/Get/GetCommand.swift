#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Command {
    static let get = Command(
        name: "get", summary: "Fetch URLs, from the cache where HTTP's rules allow it.",
        operands: "URL…", operandCount: 1...100_000,
        options: [
            Option(
                "--output", short: "-o", value: "FILE",
                "Write the one URL's content to FILE; - is standard output."),
            Option(
                "--directory", short: "-d", value: "DIR", "Write each content to a file in DIR."),
            Option("--quiet", short: "-q", "Print nothing but failures."),
            .json,
        ] + FetchOptions.options,
        discussion: """
            Without -o and -d the contents go into the cache only. Files in DIR are named by the
            last parts of their URLs; those that would collide are numbered. A file appears when
            it is whole. An answer with an error status is a failure and is not written.
            """
    ) { arguments in
        try arguments.refuse("--quiet", with: "--json")
        let options = try FetchOptions(arguments)
        let jobs = try FetchJob.jobs(arguments)
        let cache = try CachePlace(arguments).openOrMake(arguments)
        if let folder = arguments.value("--directory") {
            try OutputFolder.make(folder)
        }
        let isQuiet = arguments.has("--quiet") || jobs[0].file == "-"
        return try await Fetching(
            options: options, loader: options.loader(over: cache), isQuiet: isQuiet,
            isJSON: arguments.has("--json")
        ).run(jobs)
    }
}
