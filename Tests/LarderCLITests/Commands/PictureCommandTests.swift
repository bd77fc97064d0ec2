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

@Suite struct PictureCommandTests {
    private let folder = ScratchFolder()
    private let origin: ScriptedOrigin

    init() throws {
        let scene = try Scene(seed: 1, size: PixelSize(width: 90, height: 60)).bitmap()
        let bytes = try ImageCodecs.standard.encode(scene, as: .jpeg())
        origin = try ScriptedOrigin()
        origin["/p.jpg"] = .ok(bytes, ["Cache-Control": "max-age=100"])
        origin["/text"] = .ok("no picture", ["Content-Type": "image/jpeg"])
        try OutputFile.write(bytes, to: folder.path("p.jpg"))
    }

    private func larder(_ arguments: String...) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path("cache")])
    }

    private func info(_ name: String) throws -> ImageInfo {
        try ImageCodecs.standard.probe(Data(contentsOf: folder.url.appending(path: name)))
    }

    @Test func `a thumbnail fits its size, in the format that the file's name says`() throws {
        let url = origin.url("/p.jpg").absoluteString
        let result = try larder("thumb", url, "-w", "30", "-o", folder.path("t.webp"))
        #expect(result.code == 0, "\(result.errors)")
        #expect(try info("t.webp").size == PixelSize(width: 30, height: 20))
        #expect(try info("t.webp").format == .webP)
        #expect(try larder("thumb", url, "-w", "20", "-o", folder.path("u.png")).code == 0)
        #expect(origin.requestCount == 1)
    }

    @Test(arguments: [
        (["-w", "20", "-h", "20", "--fill"], 20, 20), (["-h", "20"], 30, 20),
        (["-w", "900"], 90, 60), (["-w", "180", "--upscale"], 180, 120),
        (["--rotate", "90"], 60, 90),
    ])
    func `a picture is converted as asked`(options: [String], width: Int, height: Int) throws {
        let words = ["convert", folder.path("p.jpg"), "-o", folder.path("c.png")] + options
        let result = try ToolProcess.run(
            ToolProcess.tool, words, environment: ["LARDER_CACHE": folder.path("cache")])
        #expect(result.code == 0, "\(result.errors)")
        #expect(try info("c.png").size == PixelSize(width: width, height: height))
    }

    @Test(arguments: [
        (["--fill", "-w", "3"], "needs both"), (["--rotate", "91"], "takes 90, 180, 270"),
        (["-w", "0"], "from 1 to 65535"), (["--format", "jpg2"], "Did you mean jpg?"),
        (["--lossless", "--format", "jpeg"], "png and webp"),
        (["--quality", "x"], "from 0 to 100"),
        (
            ["-f", "gif"],
            "gif is read and not written. --format, or the file's ending, is one of jpeg"
        ),
    ])
    func `wrong sizes, turns and formats are told before anything is done`(
        options: [String], message: String
    ) throws {
        let words = ["convert", folder.path("p.jpg"), "-o", folder.path("c.png")] + options
        let result = try ToolProcess.run(
            ToolProcess.tool, words, environment: ["LARDER_CACHE": folder.path("cache")])
        #expect(result.code == 2 && result.errors.contains(message), "\(result.errors)")
        #expect(try folder.names() == ["p.jpg"])
    }

    @Test(arguments: [("x.gif", 2), ("x.bogus", 2), ("a.d/x", 1), ("x.JPG", 0), ("x", 0)])
    func `a file's ending names a format that is written, or there is none`(
        name: String, code: Int32
    ) throws {
        let result = try larder("thumb", folder.path("p.jpg"), "-o", folder.path(name))
        #expect(result.code == code, "\(result.errors)")
        #expect(code != 2 || result.errors.contains("is one of jpeg, jpg, png, webp, avif"))
        #expect(try folder.names().contains(name) == (code == 0))
    }

    @Test func `a picture that moves loses all frames but one, and that is said`() throws {
        let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
        let frame: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
        try OutputFile.write(Data(head + frame + frame + [0x3B]), to: folder.path("a.gif"))
        let result = try larder("convert", folder.path("a.gif"), "-o", folder.path("a.webp"))
        #expect(result.code == 0)
        #expect(result.errors.hasSuffix("a.gif has 2 frames; the first is kept.\n"))
    }

    @Test(arguments: ["/text", "/missing"])
    func `what is no picture makes no file`(path: String) throws {
        let url = origin.url(path).absoluteString
        let result = try larder("thumb", url, "-o", folder.path("t.jpg"))
        #expect(result.code == 1 && result.errors.hasSuffix(".\n"), "\(result.errors)")
        #expect(result.errors.hasPrefix("larder: \(url): "), "\(result.errors)")
        let shown = try larder("show", url)
        #expect(shown.errors.hasPrefix("larder: \(url): "), "\(shown.errors)")
        #expect(try folder.names() == ["cache", "p.jpg"])
    }

    @Test func `a picture cut short is made as far as it goes, and said to be`() throws {
        let bytes = try Data(contentsOf: folder.url.appending(path: "p.jpg"))
        try OutputFile.write(bytes.prefix(bytes.count * 2 / 3), to: folder.path("half.jpg"))
        let result = try larder("convert", folder.path("half.jpg"), "-o", folder.path("c.png"))
        #expect(result.code == 1 && result.errors.contains("damaged or cut short"))
        #expect(try info("c.png").size == PixelSize(width: 90, height: 60))
    }
}
