import Larder
import LarderImage
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct SheetTests {
    private let folder = ScratchFolder()

    private func picture(_ seed: Int) throws -> Data {
        let scene = Scene(seed: seed, size: PixelSize(width: 60, height: 40))
        return try ImageCodecs.standard.encode(scene.bitmap(), as: .jpeg())
    }

    @Test func `a page shows every entry, pictures with their thumbnails`() throws {
        let cache = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
        try cache.store(picture(1), forKey: "<a>.jpg")
        try cache.store(Data("text".utf8), forKey: "note")
        try cache.bucket("b").store(picture(2), forKey: "in a bucket")
        let result = try ToolProcess.run(
            ToolProcess.tool,
            ["sheet", "--cache", folder.path("cache"), "-o", folder.path("s.html"), "--size", "30"])
        #expect(result.code == 0 && result.output.hasSuffix(": 3 items\n"))
        let page = try folder.text("s.html")
        #expect(page.contains("data-name=\"&lt;a&gt;.jpg\""))
        #expect(page.contains("data-name=\"b/in a bucket\""))
        #expect(page.split(separator: "<img ").count == 3)
        #expect(page.contains("width=\"30\" height=\"20\""))
    }

    @Test func `a picture shows a folder, damaged files left out`() throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("in"), withIntermediateDirectories: true)
        for seed in 0..<3 {
            try OutputFile.write(picture(seed), to: folder.path("in/\(seed).jpg"))
        }
        try OutputFile.write(Data([0xFF, 0xD8, 0xFF]), to: folder.path("in/bad.jpg"))
        let result = try ToolProcess.run(
            ToolProcess.tool,
            [
                "sheet", folder.path("in"), "-o", folder.path("s.png"), "--size", "30", "--columns",
                "2",
            ])
        #expect(result.code == 0 && result.output.hasSuffix(": 3 items\n"), "\(result.errors)")
        let bytes = try Data(contentsOf: folder.url.appending(path: "s.png"))
        #expect(try ImageCodecs.standard.probe(bytes).size == PixelSize(width: 84, height: 64))
    }

    @Test(arguments: [
        (["-g", "*.jpg"], 0, "2 items"), (["--larger", "3"], 0, "2 items"),
        (["--older", "1h"], 0, "0 items"), (["--bucket", "b"], 2, ""),
    ])
    func `a folder's files are chosen as entries are`(
        options: [String], code: Int32, end: String
    ) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("in"), withIntermediateDirectories: true)
        for name in ["a.jpg", "b.jpg"] {
            try OutputFile.write(picture(1), to: folder.path("in/\(name)"))
        }
        try OutputFile.write(Data("zip".utf8), to: folder.path("in/c.zip"))
        let result = try ToolProcess.run(
            ToolProcess.tool,
            ["sheet", folder.path("in"), "-o", folder.path("s.html")] + options)
        #expect(result.code == code, "\(result.errors)")
        #expect(result.output.contains(end))
    }

    @Test func `a picture is shown in the terminal as far as it is one`() throws {
        try OutputFile.write(picture(1), to: folder.path("a.jpg"))
        try OutputFile.write(Data("no".utf8), to: folder.path("b.jpg"))
        let shown = try ToolProcess.run(
            ToolProcess.tool, ["show", folder.path("a.jpg"), "-w", "30"],
            environment: ["NO_COLOR": "1", "LARDER_CACHE": folder.path("cache")])
        #expect(shown.code == 0)
        #expect(shown.output.split(separator: "\n").map(\.count) == Array(repeating: 30, count: 10))
        let failed = try ToolProcess.run(
            ToolProcess.tool, ["show", folder.path("b.jpg")],
            environment: ["LARDER_CACHE": folder.path("cache")])
        #expect(failed.code == 1 && failed.errors.contains("no picture"))
    }
}
