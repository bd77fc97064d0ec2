import Larder
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

/// Keys and file names that a terminal or a browser would obey, and names that are no text.
@Suite struct HostileNamesTests {
    private static let name =
        "\u{1B}]0;taken\u{07}\u{1B}[2J<script>alert(1)<\u{2215}script>\u{202E}&\"'\n"

    private let folder = ScratchFolder()

    private func larder(_ arguments: String...) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path("cache")])
    }

    private func makeOld() throws -> String {
        let path = folder.path("old")
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for name in [Array(Self.name.utf8), [0x62, 0xFF, 0xFE, 0x2E, 0x6A, 0x70, 0x67], [0x63]] {
            let bytes = Array("\(path)/".utf8) + name + [0]
            let file = bytes.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) { text in
                    text.baseAddress.map { open($0, O_CREAT | O_WRONLY, 0o600) } ?? -1
                }
            }
            #expect(file >= 0 && write(file, "1", 1) == 1)
            close(file)
        }
        return path
    }

    private func isHarmless(_ result: ToolProcess) -> Bool {
        let text = result.output + result.errors
        return !text.unicodeScalars.contains { $0 != "\n" && Describe.isObeyed($0) }
    }

    @Test func `an import takes the texts and names the others`() throws {
        let result = try larder("import", "tsfilecache", makeOld())
        #expect(result.code == 1 && isHarmless(result))
        #expect(result.output.contains("skipped b\u{FFFD}\u{FFFD}.jpg: its name is not safe"))
        #expect(result.output.hasSuffix("2 taken (2 bytes), 1 skipped\n"))
        #expect(try larder("cat", Self.name).output == "1")
    }

    @Test func `a sheet of such a folder is a page of text`() throws {
        let result = try larder("sheet", makeOld(), "-o", folder.path("s.html"))
        #expect(result.code == 0 && isHarmless(result))
        #expect(result.errors.contains("b\u{FFFD}\u{FFFD}.jpg is left out"), "\(result.errors)")
        #expect(result.output.hasSuffix("s.html: 2 items\n"), "\(result.output)")
        let page = try folder.text("s.html")
        #expect(!page.contains("<script>alert") && !page.contains("\u{1B}"))
        #expect(!page.contains("\u{202E}"))
    }

    @Test func `no command carries them through`() throws {
        #expect(try larder("put", Self.name, "/etc/passwd", "--bucket", Self.name).code == 0)
        #expect(try larder("put", Self.name, "/etc/passwd", "--note", "\(Self.name)=x").code == 0)
        let commands = [
            ["ls", "-c", "size,bucket,key"], ["ls", "--json"], ["info", Self.name],
            ["info", Self.name, "--json"], ["info", Self.name + "?"], ["stats", "--histograms"],
            ["verify"], ["export", folder.path("out")], ["sheet", "-o", folder.path("s.html")],
            ["get", Self.name], ["get", "http://127.0.0.1:9/" + Self.name],
            ["thumb", Self.name], ["ls", "--sort", Self.name], [Self.name],
            ["ls", "--" + Self.name],
            ["put", "k", Self.name], ["import", Self.name, "/"], ["rm", Self.name, "--json"],
        ]
        for command in commands {
            let result = try ToolProcess.run(
                ToolProcess.tool, command, environment: ["LARDER_CACHE": folder.path("cache")])
            #expect(isHarmless(result), "\(command): \(result.output) \(result.errors)")
        }
        for name in try folder.names(in: "out") {
            #expect(!name.unicodeScalars.contains(where: Describe.isObeyed))
        }
    }
}
