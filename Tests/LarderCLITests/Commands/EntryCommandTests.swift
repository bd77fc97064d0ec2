import Larder
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct EntryCommandTests {
    private let folder = ScratchFolder()
    private let cache: DiskCache

    init() throws {
        cache = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
    }

    private func larder(_ arguments: String...) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path("cache")])
    }

    @Test func `what is put can be read, told about and removed`() throws {
        try OutputFile.write(Data("bytes\u{0}".utf8), to: folder.path("in"))
        let put = try larder(
            "put", "a/../b", folder.path("in"), "--note", "from=test", "--lifetime", "1d")
        #expect(put.code == 0 && put.output == "")
        #expect(try larder("cat", "a/../b").output == "bytes\u{0}")
        #expect(try larder("cat", "a/../b", "-o", folder.path("out")).code == 0)
        #expect(try folder.text("out") == "bytes\u{0}")
        let info = try larder("info", "a/../b").output
        #expect(info.contains("size       6 bytes") && info.contains("note from  test"))
        #expect(try larder("rm", "a/../b", "never there").code == 0)
        #expect(try larder("cat", "a/../b").code == 1)
    }

    @Test func `an entry that has expired is a miss, but for what tells about it`() throws {
        let then = ManualClock(wallTime: Date(timeIntervalSince1970: 1_000_000_000)).timeSource
        let past = folder.path("past")
        try DiskCache(
            directory: URL(filePath: past, directoryHint: .isDirectory), capacity: nil, time: then
        ).store(Data("x".utf8), forKey: "k", lifetime: .days(1))
        for command in ["cat", "show"] {
            let result = try larder(command, "k", "--cache", past)
            #expect(result.code == 1 && result.output == "")
            #expect(result.errors.contains("expired") && result.errors.contains("2001-09-10T"))
            #expect(result.errors.contains("larder info"), "\(result.errors)")
        }
        #expect(try larder("ls", "--cache", past).output == "")
        let info = try larder("info", "k", "--cache", past)
        #expect(info.code == 0 && info.output.contains(", expired "))
        #expect(try larder("stats", "--cache", past).output.contains("entries   1\n"))
    }

    @Test func `nothing that is printed goes into a file of the cache`() throws {
        try cache.store(Data("x".utf8), forKey: "k")
        for closed in [">&-", "<&- >&-", "<&- >&- 2>&-"] {
            let result = try ToolProcess.run(
                "/bin/bash", ["-c", "\"$0\" stats \(closed)", ToolProcess.tool],
                environment: ["LARDER_CACHE": folder.path("cache")])
            #expect(result.code == 1)
            let isHeard = !closed.contains("2>&-")
            #expect(result.errors == (isHeard ? "larder: Standard output is closed.\n" : ""))
        }
        #expect(try larder("verify").code == 0)
        #expect(try larder("cat", "k").output == "x")
    }

    @Test func `a file without a key gets a new one, which is printed`() throws {
        try OutputFile.write(Data("x".utf8), to: folder.path("in"))
        let keys = try (0..<2).map { _ in
            String(try larder("put", folder.path("in")).output.dropLast())
        }
        #expect(Set(keys).count == 2)
        #expect(try keys.allSatisfy { try cache.data(forKey: $0) == Data("x".utf8) })
    }

    @Test func `buckets keep their keys apart`() throws {
        try OutputFile.write(Data("x".utf8), to: folder.path("in"))
        _ = try larder("put", "k", folder.path("in"), "--bucket", "b")
        #expect(try larder("cat", "k").code == 1)
        #expect(try larder("cat", "k", "--bucket", "b").output == "x")
        _ = try larder("clear", "--bucket", "other")
        #expect(try larder("cat", "k", "--bucket", "b").code == 0)
        _ = try larder("clear", "--bucket", "b")
        #expect(try larder("cat", "k", "--bucket", "b").code == 1)
    }

    @Test func `a response is told about with its freshness and the reason for it`() throws {
        let origin = try ScriptedOrigin()
        origin["/a"] = .ok("x", ["Cache-Control": "max-age=7200", "Content-Type": "text/plain"])
        let url = origin.url("/a").absoluteString
        _ = try larder("get", url)
        let info = try larder("info", url).output
        #expect(info.contains("freshness  fresh: 1 h left; the origin states a lifetime of 2 h"))
        #expect(info.contains("Content-Type: text/plain"))
        struct Info: Decodable {
            struct Answer: Decodable { let status: Int, state: String }
            let key: String, response: Answer
        }
        let report = try larder("info", url, "--json").json(Info.self)
        #expect(report.key == url && report.response.status == 200)
    }

    @Test func `control characters in notes and keys are shown, not obeyed`() throws {
        try cache.store(Data(), forKey: "k\u{1B}[2J", metadata: ["n\u{9B}1m": "v\nnote x"])
        let info = try larder("info", "k\u{1B}[2J").output
        #expect(info.contains("k\\u{1b}[2J") && info.contains("n\\u{9b}1m v\\u{a}note x"))
        #expect(!info.contains("\u{1B}") && !info.contains("\u{9B}"))
    }

    @Test func `entries are removed by what they are like, never all by mistake`() throws {
        for key in ["a.jpg", "b.jpg", "c.png"] { try cache.store(Data(count: 10), forKey: key) }
        #expect(try larder("rm").code == 2)
        #expect(try larder("rm", "a.jpg", "--glob", "*").code == 2)
        #expect(try larder("rm", "-g", "*.jpg").output == "2 removed\n")
        #expect(try cache.contains("c.png"))
    }

    @Test func `trimming and clearing do what they say`() throws {
        for number in 0..<20 { try cache.store(Data(count: 100_000), forKey: "\(number)") }
        let trimmed = try larder("trim", "600k")
        #expect(trimmed.code == 0 && trimmed.output.contains("entries left"))
        #expect(try cache.statistics.bytesInUse <= .kibibytes(600))
        #expect(try cache.capacity == nil)
        #expect(try larder("trim", "much").code == 2)
        struct Trimmed: Decodable { let bytesInUse: Int, entries: Int, isReached: Bool }
        let reached = try larder("trim", "1M", "--json")
        #expect(try reached.code == 0 && reached.json(Trimmed.self).isReached)
        let least = try larder("trim", "0", "--json")
        let report = try least.json(Trimmed.self)
        #expect(least.code == 1 && !report.isReached && report.entries == 0)
        #expect(least.errors.contains("no less than"), "\(least.errors)")
        #expect(try report.bytesInUse > 0 && larder("trim", "\(report.bytesInUse)").code == 0)
        #expect(try larder("clear").code == 0)
        #expect(try cache.statistics.entries == 0)
    }

    @Test func `statistics add up`() throws {
        struct Stats: Decodable {
            struct Bin: Decodable { let entries: Int, bytes: Int, upTo: Int? }
            let entries: Int, sizes: [Bin], ages: [Bin], read: Int
        }
        try cache.store(Data(count: 10), forKey: "a")
        try cache.store(Data(count: 5000), forKey: "b")
        _ = try cache.data(forKey: "b")
        let stats = try larder("stats", "--histograms", "--json").json(Stats.self)
        #expect(stats.entries == 2 && stats.read == 1)
        #expect(stats.sizes.map(\.entries) == [1, 1, 0, 0, 0, 0])
        #expect(stats.sizes[0].upTo == 1024 && stats.ages[0].upTo == 3600)
        #expect(stats.sizes.last?.upTo == nil && stats.ages.last?.upTo == nil)
        #expect(stats.ages.reduce(0) { $0 + $1.bytes } == 5010)
        #expect(try larder("stats", "--prometheus").output.contains("\nlarder_disk_entries 2\n"))
    }
}
