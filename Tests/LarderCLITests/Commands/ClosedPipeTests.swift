import Larder
import LarderImage
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Readers of standard output that have left, and standard output that takes no more.
@Suite struct ClosedPipeTests {
    private let folder = ScratchFolder()
    private let origin: ScriptedOrigin
    private let urls: [String]

    init() throws {
        let origin = try ScriptedOrigin()
        for number in 0..<40 {
            origin["/\(number)"] = .ok("\(number)", ["Cache-Control": "max-age=1000"])
        }
        self.origin = origin
        urls = (0..<40).map { origin.url("/\($0)").absoluteString }
    }

    private func cache() throws -> DiskCache {
        try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
    }

    private func shell(_ script: String, _ arguments: [String]) throws -> ToolProcess {
        try ToolProcess.run(
            "/bin/sh", ["-c", script, folder.path("pipe"), ToolProcess.tool] + arguments,
            environment: ["LARDER_CACHE": folder.path("cache")])
    }

    /// Runs the tool with a pipe for its output that nobody reads any more.
    private func unread(_ arguments: String...) throws -> ToolProcess {
        try unread(arguments)
    }

    private func unread(_ arguments: [String]) throws -> ToolProcess {
        try shell(
            #"rm -f "$0"; mkfifo "$0"; exec 4<>"$0" 5>"$0" 4>&-; exec "$@" >&5 5>&-"#, arguments)
    }

    private func makeInput() throws {
        try OutputFile.write(Data("x".utf8), to: folder.path("in"))
        let scene = try Scene(seed: 1, size: PixelSize(width: 9, height: 6)).bitmap()
        try OutputFile.write(
            ImageCodecs.standard.encode(scene, as: .png), to: folder.path("picture"))
    }

    @Test(arguments: [[], ["--json"]])
    func `files that are fetched are all there, whoever reads of them`(options: [String]) throws {
        let result = try unread(["get", "-j", "2", "-d", folder.path("out")] + options + urls)
        #expect(result.code == 0 && result.errors == "", "\(result.errors)")
        #expect(try folder.names(in: "out").count == 40)
        let failing = urls + [origin.url("/missing").absoluteString]
        #expect(try unread(["get", "-j", "1"] + failing.reversed()).code == 1)
    }

    @Test func `a cache is filled, whoever reads of it`() throws {
        let list = Data(urls.joined(separator: "\n").utf8)
        try OutputFile.write(list, to: folder.path("list"))
        #expect(try unread("warm", "-j", "2", folder.path("list")).code == 0)
        #expect(try origin.requestCount == 40 && cache().statistics.entries >= 40)
    }

    @Test func `a full standard output stops no work, and is told at its end`() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let result = try shell(
            #"exec "$@" >/dev/full"#, ["get", "-j", "2", "-d", folder.path("out")] + urls)
        #expect(result.code == 1)
        #expect(try folder.names(in: "out").count == 40)
        let told = result.errors.split(separator: "\n")
        #expect(told.count == 1 && told[0].contains("standard output failed"), "\(told)")
    }

    @Test func `work whose report nobody reads exits by what it came to`() throws {
        let cache = try cache()
        for number in 0..<4 { try cache.store(Data("1".utf8), forKey: "k\(number)") }
        try makeInput()
        for command in [
            ["verify"], ["export", folder.path("out")], ["put", "k", folder.path("in"), "--json"],
            ["sheet", "-o", folder.path("s.html")], ["rm", "-g", "k0"], ["rm", "k1", "--json"],
            ["import", "export", folder.path("out"), "--bucket", "b"],
            ["cat", "k3", "-o", folder.path("k3"), "--json"], ["trim", "100M"],
            ["thumb", folder.path("picture"), "-o", folder.path("t.png")], ["clear", "--json"],
        ] {
            let result = try unread(command)
            #expect(result.code == 0 && result.errors == "", "\(command) \(result.errors)")
        }
        let imported = try unread("import", "export", folder.path("out"), "--bucket", "c", "-n")
        #expect(imported.code == 0)
        #expect(try unread("import", "tsfilecache", folder.path("out")).code == 0)
    }

    @Test func `what is wanted for its output ends as SIGPIPE would end it`() throws {
        try cache().store(Data(repeating: 0x61, count: 1_000_000), forKey: "k")
        try makeInput()
        for command in [
            ["ls"], ["ls", "--sort", "none"], ["stats"], ["stats", "--json"], ["info", "k"],
            ["cat", "k"], ["get", "-o", "-", urls[0]], ["man"], ["completions", "bash"], ["help"],
            ["--version"], ["ls", "--help"], ["put", folder.path("in")], [],
            ["show", folder.path("picture")], ["convert", folder.path("picture"), "-o", "-"],
        ] {
            let result = try unread(command)
            #expect(result.code == 128 + SIGPIPE && result.errors == "", "\(command)")
        }
    }
}
