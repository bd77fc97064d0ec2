#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

extension Command {
    static let stats = Command(
        name: "stats", summary: "Tell what the cache holds and takes.", operands: "",
        operandCount: 0...0,
        options: [
            Option(
                "--histograms",
                "Count entries by size and by age, and how many were hit. Reads each one's head."),
            Option("--prometheus", "Print in Prometheus's text format."), .json, .cache,
        ],
        discussion: """
            What has expired counts until it goes to make room. A hit is an entry that somebody, in
            any process, has read since it was stored or since the cache last looked for what to
            evict. How often it was read is not kept; a program counts its own look-ups, see
            Monitor in the library. Live and dead bytes are those of records in packs; payloads of
            large entries have files of their own.
            """
    ) { arguments in
        try arguments.refuse("--json", with: "--prometheus")
        let cache = try CachePlace(arguments).open()
        let wantsHistograms = arguments.has("--histograms")
        let report = try StatsReport(cache, histograms: wantsHistograms, now: Date())
        if arguments.has("--json") {
            try Terminal.print(JSON.text(report))
        } else {
            try Terminal.print(arguments.has("--prometheus") ? report.prometheus : report.text)
        }
        return .success
    }
}
