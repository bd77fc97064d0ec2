import Larder
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Arguments, variables and lines that are no UTF-8.
@Suite struct NoTextTests {
    private let folder = ScratchFolder()

    /// Runs `command` in a shell that makes bytes of `\ooo` in `$bad`; `$0` is the tool.
    private func shell(_ command: String) throws -> ToolProcess {
        try ToolProcess.run(
            "/bin/sh",
            ["-c", #"bad=$(printf 'k\377'); cd "$1"; \#(command)"#]
                + [ToolProcess.tool, folder.path("")],
            environment: ["LARDER_CACHE": folder.path("cache")])
    }

    @Test(arguments: [
        (#""$0" put "$bad" /dev/null"#, 2), (#""$0" get -d "$bad" http://127.0.0.1:9/"#, 3),
        (#""$0" put k "$bad""#, 3), (#""$0" "$bad""#, 1), (#""$0" ls --cache="$bad""#, 2),
        (#""$0" cat -- "$bad" "$bad""#, 3),
    ])
    func `an argument is wrong usage, and nothing is done`(command: String, number: Int) throws {
        let result = try shell(command)
        #expect(result.code == 2)
        #expect(result.errors.contains("rgument \(number) is no UTF-8"), "\(result.errors)")
        #expect(try folder.names().isEmpty)
    }

    @Test(arguments: [
        ("LARDER_CACHE=$bad", "LARDER_CACHE"),
        ("LARDER_CACHE= XDG_CACHE_HOME=/$bad", "XDG_CACHE_HOME"),
        ("LARDER_CACHE= XDG_CACHE_HOME= HOME=$bad", "HOME"),
    ])
    func `a variable that is read as a path is wrong usage`(
        setting: String, name: String
    ) throws {
        let result = try shell(#"export \#(setting); exec "$0" put k /dev/null"#)
        #expect(result.code == 2)
        #expect(result.errors.contains("\(name) is no UTF-8"), "\(result.errors)")
        #expect(try folder.names().isEmpty)
        let unasked = try shell(#"export \#(setting); exec "$0" put k /dev/null --cache c"#)
        #expect(unasked.code == 0, "\(unasked.errors)")
    }

    @Test func `a line of a list is no URL, and the others are fetched`() throws {
        let origin = try ScriptedOrigin()
        origin["/a"] = .ok("a", ["Cache-Control": "max-age=1000"])
        let url = origin.url("/a").absoluteString
        let result = try shell(
            #"printf '%s\n%s/%s\n' '\#(url)' '\#(url)' "$bad" | "$0" warm -q -"#)
        #expect(result.code == 1)
        #expect(result.errors.contains("line 2 is no URL"), "\(result.errors)")
        #expect(origin.requestCount == 1)
    }
}
