import Larder
import LarderImage
import LarderTesting
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct JSONTests {
    private let folder = ScratchFolder()

    /// The sections of the documentation by command.
    private static let sections: [String: String] = {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Docs/JSON.md")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [:] }
        var sections: [String: String] = [:]
        var names: [String] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") {
                names = line.dropFirst(3).split(separator: ",").map {
                    String($0.drop { $0 == " " })
                }
            }
            for name in names { sections[name, default: ""] += line + "\n" }
        }
        return sections
    }()

    @Test func `every command with --json is documented, and no other`() {
        let names = LarderTool.commands.filter { command in
            command.options.contains { $0.name == "--json" }
        }.map(\.name)
        #expect(Set(Self.sections.keys) == Set(names))
    }

    @Test func `every name that is printed is documented`() throws {
        let origin = try ScriptedOrigin()
        origin["/a.txt"] = .ok("alpha", ["Cache-Control": "max-age=1000", "Content-Type": "a/b"])
        let url = origin.url("/a.txt").absoluteString
        try OutputFile.write(Data("1".utf8), to: folder.path("file"))
        try FileManager.default.createDirectory(
            atPath: folder.path("old"), withIntermediateDirectories: true)
        try OutputFile.write(Data("1".utf8), to: folder.path("old/file"))
        let scene = try Scene(seed: 1, size: PixelSize(width: 9, height: 6)).bitmap()
        let picture = try ImageCodecs.standard.encode(scene, as: .png)
        try OutputFile.write(picture, to: folder.path("picture"))
        let commands = [
            ["show", folder.path("picture")], ["get", url, "-o", folder.path("out")],
            ["put", "k", folder.path("file")],
            ["ls"], ["info", url], ["cat", url, "-o", folder.path("cat")],
            ["stats", "--histograms"], ["verify"],
            ["sheet", "-o", folder.path("s.html")], ["export", folder.path("exported")],
            ["import", "tsfilecache", folder.path("old")], ["trim", "1M"], ["rm", "k"], ["clear"],
        ]
        for command in commands {
            let result = try ToolProcess.run(
                ToolProcess.tool, command + ["--json"],
                environment: ["LARDER_CACHE": folder.path("cache")])
            #expect(result.code == 0, "\(command): \(result.errors)")
            let section = try #require(Self.sections[command[0]])
            let names = Self.names(in: result.output)
            #expect(!names.isEmpty)
            for name in names { #expect(section.contains("`\(name)`"), "\(command[0]): \(name)") }
        }
    }

    /// Every name of a member: a string of letters before a colon.
    private static func names(in json: String) -> Set<String> {
        var names: Set<String> = []
        let parts = json.split(separator: "\"", omittingEmptySubsequences: false)
        for (part, next) in zip(parts, parts.dropFirst()) {
            let isName = next.drop { $0 == " " }.first == ":"
            if isName, !part.isEmpty, part.allSatisfy({ $0.isASCII && $0.isLetter }) {
                names.insert(String(part))
            }
        }
        return names
    }
}
