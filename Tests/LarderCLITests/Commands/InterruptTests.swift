import Larder
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

@Suite struct InterruptTests {
    private let folder = ScratchFolder()
    private var environment: [String: String] { ["LARDER_CACHE": folder.path("cache")] }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
    func `a transfer that is interrupted leaves no file and goes on where it was`(
        signal: Int32
    ) async throws {
        let origin = try ScriptedOrigin()
        let gate = ScriptedOrigin.Gate()
        let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 5) }
        let file = ScriptedOrigin.Script.file(
            bytes, ["ETag": "\"1\"", "Cache-Control": "max-age=60"])
        origin["/x"] = .inTurn(file.held(atBody: 300_000, by: gate), file)
        let url = origin.url("/x").absoluteString
        // What goes through a named pipe shows how far the tool has come.
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        // Opened first and without waiting: a program cannot start before somebody reads.
        let reading = open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reading) }
        let tool = try RunningTool(
            ToolProcess.tool, ["get", url, "-o", "-"], environment: environment, output: pipe)
        #expect(fcntl(reading, F_SETFL, 0) == 0)
        var count = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while count < 300_000 {
            let step = read(reading, &buffer, buffer.count)
            guard step > 0 else { break }
            count += step
        }
        #expect(count == 300_000)
        tool.signal(signal)
        #expect(try tool.wait().code == 128 + signal)
        gate.open()
        #expect(try folder.names() == ["cache", "pipe"])
        let again = try ToolProcess.run(
            ToolProcess.tool, ["get", url, "-o", folder.path("out")], environment: environment)
        #expect(again.code == 0, "\(again.errors)")
        #expect(try Data(contentsOf: URL(filePath: folder.path("out"))) == Data(bytes))
        let range = try #require(origin.requests.last?.fields["Range"])
        #expect(range.hasPrefix("bytes=") && range != "bytes=0-")
    }

    @Test func `an export that is interrupted is whole or not there`() throws {
        let cache = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
        for number in 0..<300 { try cache.store(Data(count: 100_000), forKey: "\(number)") }
        // Nobody knows when the signal comes; whenever it does, the folder is whole or not there.
        let tool = try RunningTool(
            ToolProcess.tool, ["export", folder.path("out")], environment: environment)
        tool.signal(SIGINT)
        let code = try tool.wait().code
        let names = try folder.names()
        #expect(names == (code == 0 ? ["cache", "out"] : ["cache"]))
    }
}
