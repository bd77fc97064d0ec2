import Larder
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Options of which one would have no effect beside the other, or that ask for nothing.
@Suite struct ClashingOptionsTests {
    private let folder = ScratchFolder()

    @Test(arguments: [
        ("stats --json --prometheus", "--json and --prometheus"),
        ("ls --json --columns key", "--json and --columns"),
        ("ls --sort none --reverse", "--reverse"), ("get -q --json URL", "--quiet and --json"),
        ("warm -q --json FILE", "--quiet and --json"), ("get -o - --json URL", "both write"),
        ("cat --json k", "both write"), ("thumb -o - --json FILE", "both write"),
        ("convert -o - --json FILE", "both write"), ("get -o x -d y URL", "no -d"),
        ("sheet --columns 3", "--columns"), ("sheet -o s.html --columns 3", "--columns"),
        ("thumb FILE --lossless --quality 3", "--lossless and --quality"),
        ("convert FILE -o x.png --quality 3", "--quality"),
        ("convert FILE -f png --quality 3", "--quality"),
        ("thumb FILE -f jpeg --lossless", "--lossless goes with"),
        ("import export /dev --urls FILE", "--urls"),
    ])
    func `options that clash are wrong usage`(command: String, message: String) throws {
        let cache = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
        try cache.store(Data("1".utf8), forKey: "k")
        let words = command.split(separator: " ").map { word in
            switch word {
            case "URL": "http://127.0.0.1:9/"
            case "FILE": "/dev/null"
            default: String(word)
            }
        }
        let result = try run(words)
        #expect(result.code == 2 && result.output == "", "\(result.output)")
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(try folder.names() == ["cache"])
    }

    @Test(arguments: [
        ["put", "k", "/dev/null", "--lifetime", "0s"],
        ["put", "k", "/dev/null", "--lifetime", "0.00000000000000000001s"],
        ["put", "k", "/dev/null", "--lifetime=-1s"], ["get", "http://127.0.0.1:9/", "-t", "0s"],
        ["warm", "/dev/null", "--timeout", "0d"], ["thumb", "/dev/null", "-t", "-1s"],
        ["show", "/dev/null", "-t", "0h"],
    ])
    func `no time at all is wrong usage where nothing could come of it`(words: [String]) throws {
        let result = try run(words)
        #expect(result.code == 2)
        #expect(result.errors.contains("longer than 0"), "\(result.errors)")
        #expect(try folder.names().isEmpty)
    }

    @Test(arguments: [
        ["ls"], ["cat", "k"], ["info", "k"], ["show", "k"], ["put", "k", "/dev/null"], ["rm", "k"],
        ["rm"], ["clear"], ["export", "out"], ["import", "tsfilecache", "/dev"], ["sheet"],
    ])
    func `a bucket's name that is too long is wrong usage`(words: [String]) throws {
        let longest = String(repeating: "b", count: 1024)
        let result = try run(words + ["--bucket", longest + "b"])
        // What needs a cache may miss it first.
        #expect(result.code == 2 || result.errors.contains("no cache"), "\(result.errors)")
        #expect(try folder.names().isEmpty)
        #expect(try run(["put", "k", "/dev/null", "--bucket", longest]).code == 0)
        #expect(try run(words + ["--bucket", longest + "b"]).code == 2)
    }

    @Test func `a lifetime that ends before the entry is stored does not blame the capacity`()
        throws
    {
        let result = try run(["put", "k", "/dev/null", "--lifetime", "0.000000001s"])
        #expect(result.code == 1)
        #expect(result.errors.contains("lifetime"), "\(result.errors)")
        #expect(!result.errors.contains("capacity"), "\(result.errors)")
    }

    private func run(_ words: [String]) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, words, environment: ["LARDER_CACHE": folder.path("cache")])
    }
}
