#if os(Linux)
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Without libcurl` {
    @Test func `what fetches says what is missing, and the rest works`() throws {
        let folder = ScratchFolder()
        try OutputFile.write(Data(), to: folder.path("libcurl.so.4"))
        let environment = [
            "LARDER_CACHE": folder.path("cache"), "LD_LIBRARY_PATH": folder.path(""),
        ]
        let origin = try ScriptedOrigin()
        let fetched = try ToolProcess.run(
            ToolProcess.tool, ["get", origin.url("/a.txt").absoluteString],
            environment: environment)
        #expect(fetched.code == 1)
        #expect(fetched.errors.contains("libcurl (libcurl.so.4) is not installed"))
        let listed = try ToolProcess.run(ToolProcess.tool, ["ls"], environment: environment)
        #expect(listed.code == 0 && listed.errors == "")
    }
}
#endif
