import Larder
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct WarmTests {
    @Test func `junk in a list is named and the rest is fetched`() {
        let list = URLList(
            Data(
                """
                # a comment
                http://a/1\r
                  http://a/2\u{20}

                not a URL
                http://a/1
                \u{FEFF}http://a/3
                \u{1B}[31m
                """.utf8))
        #expect(list.jobs.map(\.text) == ["http://a/1", "http://a/2", "http://a/3"])
        #expect(list.junk.map(\.number) == [5, 8])
    }

    @Test func `URLs that differ in their bytes alone are two`() {
        let list = URLList(Data("http://a/\u{E9}\nhttp://a/e\u{301}\n".utf8))
        #expect(list.jobs.count == 2)
    }

    @Test func `bytes that are no text make no URL and no crash`() {
        let list = URLList(Data([0xFF, 0xFE, 0x0A, 0x00, 0x0A]) + Data("http://a/".utf8))
        #expect(list.jobs.map(\.text) == ["http://a/"])
        #expect(list.junk.count == 2)
    }

    @Test func `a list is fetched into the cache`() throws {
        let folder = ScratchFolder()
        let origin = try ScriptedOrigin()
        for path in ["/1", "/2"] { origin[path] = .ok(path, ["Cache-Control": "max-age=99"]) }
        let lines = ["/1", "/2"].map { origin.url($0).absoluteString } + ["junk\u{7}"]
        let text = lines.joined(separator: "\n")
        try OutputFile.write(Data(text.utf8), to: folder.path("list"))
        let result = try ToolProcess.run(
            ToolProcess.tool, ["warm", folder.path("list"), "-q"],
            environment: ["LARDER_CACHE": folder.path("cache")])
        #expect(result.code == 1 && result.output == "")
        #expect(result.errors == "larder: line 3 is no URL: \"junk\\u{7}\"\n")
        let cache = try DiskCache(existing: folder.url.appending(path: "cache"))
        #expect(try cache.statistics.entries == 2)
        #expect(try cache.capacity == CachePlace.standardCapacity)
    }
}
