import Larder
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct ImportTests {
    private let folder = ScratchFolder()

    private func larder(_ arguments: String...) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path("cache")])
    }

    private func old(_ files: [String: Data]) throws -> String {
        let path = folder.path("old")
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true)
        for (name, bytes) in files { try OutputFile.write(bytes, to: "\(path)/\(name)") }
        return path
    }

    @Test func `a dry run says what an import then does`() throws {
        let path = try old(["a": Data("1".utf8), "b\u{1B}": Data("22".utf8)])
        let dry = try larder("import", "tsfilecache", path, "--dry-run")
        #expect(dry.code == 0 && dry.output == "2 would be taken (3 bytes), 0 skipped\n")
        #expect(try larder("ls").output == "")
        let wet = try larder("import", "tsfilecache", path)
        #expect(wet.code == 0 && wet.output == "2 taken (3 bytes), 0 skipped\n")
        #expect(try larder("cat", "b\u{1B}").output == "22")
        #expect(try larder("import", "tsfilecache", path).output.contains("2 skipped"))
    }

    @Test func `files that are known by digests are taken for the URLs in a list`() throws {
        let path = try old([
            "JMImageCache-a9993e364706816aba3e25717850c26c9cd0d89d": Data("abc".utf8),
            "JMImageCache-da39a3ee5e6b4b0d3255bfef95601890afd80709": Data("?".utf8),
        ])
        try OutputFile.write(Data("abc\r\nunused\n".utf8), to: folder.path("urls"))
        let result = try larder("import", "jmimagecache", path, "--urls", folder.path("urls"))
        #expect(result.code == 1 && result.output.contains("its key cannot be told"))
        #expect(try larder("cat", "abc").output == "abc")
    }

    @Test(arguments: ["jmimagecache", "imagecache"])
    func `a kind whose files do not tell their keys needs a list`(kind: String) throws {
        let result = try larder("import", kind, try old(["a": Data("1".utf8)]))
        #expect(result.code == 2 && result.errors.contains("needs --urls FILE"))
        #expect(try folder.names() == ["old"])
    }

    @Test func `files that are not the older cache's do not count`() throws {
        let path = try old(["letter.txt": Data("1".utf8)])
        let result = try larder("import", "jmimagecache", path, "--urls", "/dev/null")
        #expect(result.code == 0 && result.output.hasPrefix("skipped letter.txt: not a file"))
    }

    @Test func `a bucket goes into the bucket of its name`() throws {
        let path = try old(["42": Data([0xFF, 0xD8, 0xFF, 1]), "43": Data("no".utf8)])
        let result = try larder("import", "bucket", path, "--json")
        #expect(result.code == 1 && result.output.contains("\"taken\" : 1"))
        let cache = try DiskCache(existing: folder.url.appending(path: "cache"))
        #expect(try cache.bucket("old").data(forKey: "42")?.count == 4)
    }

    @Test func `a hostile list and a wrong kind are refused with a clear message`() throws {
        let deep = String(repeating: "<array>", count: 100_000)
        let path = try old(["imagecache.plist": Data("<plist>\(deep)".utf8)])
        let hostile = try larder("import", "imagecache", path, "--urls", "/dev/null")
        #expect(hostile.code == 1 && hostile.errors.contains("is no property list of texts"))
        let wrong = try larder("import", "tsfilecahe", path)
        #expect(wrong.code == 2 && wrong.errors.contains("Did you mean tsfilecache?"))
        #expect(try larder("import", "bucket", folder.path("none")).code == 1)
    }
}
