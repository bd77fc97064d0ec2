#if os(Linux)
import LarderImage
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the tool shows on a terminal.
@Suite(.enabled(if: PseudoTerminal.areThere, "this machine has no pseudo-terminals at /dev/pts"))
struct PseudoTerminalTests {
    private let folder = ScratchFolder()

    private func get(_ count: Int, on terminal: PseudoTerminal) throws -> ToolProcess {
        let origin = try ScriptedOrigin()
        origin["/a"] = .ok(String(repeating: "a", count: 3000))
        let urls = (0..<count).map { origin.url("/a?\($0)").absoluteString }
        return try RunningTool(
            ToolProcess.tool, ["get", "-d", folder.path("out")] + urls,
            environment: ["LARDER_CACHE": folder.path("cache"), "TERM": "xterm"],
            errors: terminal.path
        ).wait()
    }

    @Test(arguments: [0, 1, 2, 9] as [UInt16])
    func `a terminal of no width, or hardly any, gets a line that fits`(columns: UInt16) throws {
        let terminal = try PseudoTerminal(columns: columns)
        #expect(try get(3, on: terminal).code == 0)
        for line in terminal.shown.split(separator: "\r") {
            let visible = line.split(separator: "\u{1B}", omittingEmptySubsequences: false)[0]
            #expect(visible.count <= max(0, Int(columns) - 1), "\(line.debugDescription)")
        }
    }

    @Test(arguments: [1, 3])
    func `progress is shown on a terminal and cleared at the end`(count: Int) throws {
        let terminal = try PseudoTerminal(columns: 80)
        #expect(try get(count, on: terminal).code == 0)
        let shown = terminal.shown
        #expect(shown.contains(count == 1 ? "%" : "/3"))
        #expect(shown.hasSuffix("\r\u{1B}[K"))
    }

    @Test func `a picture on a terminal of no width is one column wide`() throws {
        let picture = try ImageCodecs.standard.encode(
            Scene(seed: 1, size: PixelSize(width: 60, height: 40)).bitmap(), as: .png)
        try OutputFile.write(picture, to: folder.path("a.png"))
        let terminal = try PseudoTerminal(columns: 0)
        for color in ["", "1"] {
            let result = try RunningTool(
                ToolProcess.tool, ["show", folder.path("a.png"), "--protocol", "blocks"],
                environment: ["NO_COLOR": color, "TERM": "xterm", "COLORTERM": "truecolor"],
                errors: terminal.path
            ).wait()
            #expect(result.code == 0 && !result.output.isEmpty)
            #expect(result.output.contains("\u{1B}[") == color.isEmpty)
        }
    }
}
#endif
