import Larder
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct GetTests {
    private let folder = ScratchFolder()
    private let origin: ScriptedOrigin

    init() throws {
        origin = try ScriptedOrigin()
        origin["/a.txt"] = .ok("alpha", ["Cache-Control": "max-age=1000"])
        origin["/b/a.txt"] = .ok("beta", ["Cache-Control": "max-age=1000"])
        origin["/cut"] = .ok("half").claiming(length: 100)
    }

    private func larder(_ arguments: String...) throws -> ToolProcess { try larder(arguments) }

    private func larder(_ arguments: [String]) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path("cache")])
    }

    private func url(_ path: String) -> String { origin.url(path).absoluteString }

    @Test func `contents go to files, each named by its URL, and come from the cache again`()
        throws
    {
        let first = try larder(
            "get", url("/a.txt"), url("/b/a.txt"), "-d", folder.path("out"), "--json")
        #expect(first.code == 0 && first.errors == "")
        #expect(try folder.text("out/a.txt") == "alpha")
        #expect(try folder.text("out/a-2.txt") == "beta")
        let again = try larder("get", url("/a.txt"), "--json")
        let report = try again.json([String: [Report]].self)["results"]?.first
        #expect(report?.source == "cache" && report?.bytes == 5 && report?.wireBytes == 0)
        #expect(origin.requestCount == 2)
    }

    @Test func `what fails is named, the rest is done, and the exit code says so`() throws {
        let result = try larder("get", url("/a.txt"), url("/missing"), url("/cut"))
        #expect(result.code == 1)
        #expect(result.output.contains("network   200    5 bytes"))
        #expect(result.errors.contains("/missing: The server answered with status 404."))
        #expect(result.errors.contains("/cut: "))
    }

    @Test func `a transfer that breaks off leaves no file`() throws {
        let result = try larder("get", url("/cut"), "-o", folder.path("out.txt"))
        #expect(result.code == 1)
        #expect(try folder.names() == ["cache"])
    }

    @Test func `standard output gets the bytes and nothing else`() throws {
        let result = try larder("get", url("/a.txt"), "-o", "-")
        #expect(result.code == 0 && result.output == "alpha" && result.errors == "")
    }

    @Test(arguments: [
        (["get"], "Too few arguments"), (["get", "nonsense"], "is no URL"),
        (["get", "http://a/", "--policy", "imutable"], "Did you mean immutable?"),
        (["get", "http://a/", "-H", "nonsense"], "--header takes"),
        (["get", "http://a/", "http://b/", "-o", "x"], "-o takes one URL"),
        (["gte", "x"], "Did you mean get?"), (["get", "--jsn", "x"], "Did you mean --json?"),
        (["get", "http://a/", "-j", "0"], "from 1 to 256"),
        (["get", "http://a/", "-o", ""], "needs a name"),
        (["get", "http://a/", "-p", "bogus"], "no-store, max-age=TIME."),
    ])
    func `wrong usage is told before anything is done`(
        arguments: [String], message: String
    ) throws {
        let result = try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path("cache")])
        #expect(result.code == 2)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(try folder.names().isEmpty)
    }

    @Test func `leaving while the network is being made ready is no crash`() throws {
        for _ in 0..<60 {
            #expect(try larder("get", "nonsense").code == 2)
        }
    }

    @Test(arguments: [
        ("ftp://a/b", "ftp"), ("http://127.0.0.1:1/", "127.0.0.1"), ("http://", "http://"),
        ("file:///no/such/file", "no/such/file"),
    ])
    func `a URL that cannot be fetched says why`(url: String, word: String) throws {
        let result = try larder("get", url)
        #expect(result.code == 1)
        #expect(result.errors.contains(word) && result.errors.hasSuffix(".\n"), "\(result.errors)")
    }

    @Test func `a file in the place of a folder is told to be none`() throws {
        let result = try larder("get", "-d", "/etc/passwd", url("/a.txt"))
        #expect(result.code == 1 && result.errors.contains("/etc/passwd"), "\(result.errors)")
        #expect(result.errors.contains("Not a directory"), "\(result.errors)")
    }

    @Test(arguments: [["get"], ["get", "--json"], ["thumb"], ["show"], ["info"], ["cat"]])
    func `users and passwords are told by nothing that is printed`(command: [String]) throws {
        for address in ["http://me:secret@127.0.0.1:1/x", "http://me:secret@ /x"] {
            let result = try larder([command[0], address] + command.dropFirst())
            #expect(result.code != 0)
            let all = result.output + result.errors
            #expect(!all.contains("secret") && !all.contains("me:"), "\(all)")
        }
        let good = url("/a.txt").replacing("http://", with: "http://me:secret@")
        let result = try larder([command[0], good] + command.dropFirst())
        #expect(!(result.output + result.errors).contains("secret"))
    }

    @Test func `a process without descriptors says so, and blames no server`() throws {
        let gate = ScriptedOrigin.Gate()
        for number in 0..<100 {
            origin["/held/\(number)"] = .ok("x").held(atBody: 0, by: gate)
        }
        let urls = (0..<100).map { "'\(url("/held/\($0)"))'" }.joined(separator: " ")
        let result = try ToolProcess.run(
            "/bin/bash",
            ["-c", "ulimit -n 64; exec \"$0\" get -j 100 -t 2s \(urls)", ToolProcess.tool],
            environment: ["LARDER_CACHE": folder.path("cache")])
        gate.open()
        #expect(result.code == 1)
        #expect(result.errors.contains("has no file descriptor left"), "\(result.errors)")
        #expect(!result.errors.contains("takes no connections"), "\(result.errors)")
    }

    /// The resolver reads files of its own, so it finds nothing without descriptors.
    @Test func `a process without descriptors does not doubt the name`() throws {
        let name = ProcessInfo.processInfo.hostName
        let errors = try (Array(12..<26) + [256]).map { limit in
            try ToolProcess.run(
                "/bin/bash",
                [
                    "-c", "ulimit -n \(limit); exec \"$0\" get http://\(name):1/ --retry 0",
                    ToolProcess.tool,
                ], environment: ["LARDER_CACHE": folder.path("cache")]
            ).errors
        }
        // A machine need not know its own name.
        let isKnown = errors.last?.contains("has no address") == false
        #expect(!isKnown || !errors.contains { $0.contains("has no address") }, "\(errors)")
    }

    @Test func `a cache that cannot be made says where and leaves what stands there`() throws {
        try OutputFile.write(Data("mine".utf8), to: folder.path("cache"))
        let result = try larder("get", url("/a.txt"))
        #expect(result.code == 1 && result.errors.contains(folder.path("cache")))
        #expect(try folder.text("cache") == "mine")
    }
}

/// The parts of a result that these tests look at.
private struct Report: Decodable {
    let source: String?
    let bytes: Int
    let wireBytes: Int
}
