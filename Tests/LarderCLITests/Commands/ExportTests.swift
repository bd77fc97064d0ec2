import Larder
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

@Suite struct ExportTests {
    private let folder = ScratchFolder()

    private func larder(_ arguments: String..., cache: String = "cache") throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path(cache)])
    }

    private func cache(_ name: String = "cache") throws -> DiskCache {
        try DiskCache(directory: folder.url.appending(path: name), capacity: nil)
    }

    @Test func `what is exported can be taken back, with all that is known about it`() throws {
        let cache = try cache()
        let hostile = "https://example.org/a/..%2F\u{1B}[2J<b>.png"
        try cache.store(Data("1".utf8), forKey: hostile, metadata: ["note": "\u{202E}x\n"])
        try cache.store(Data("22".utf8), forKey: "other/..%2F\u{1B}[2J<b>.png", lifetime: .days(1))
        try cache.bucket("avatars").store(Data("333".utf8), forKey: "42")
        let out = try larder("export", folder.path("out"))
        #expect(out.code == 0 && out.output.hasSuffix("out: 3 entries, 6 bytes\n"))
        let names = try folder.names(in: "out")
        #expect(Set(names).isSuperset(of: ["42", "entries.jsonl"]) && names.count == 4)
        #expect(names.allSatisfy { !$0.contains("\u{1B}") && !$0.contains("<") })
        let dry = try larder("import", "export", folder.path("out"), "-n", cache: "new")
        #expect(dry.code == 0 && dry.output == "3 would be taken (6 bytes), 0 skipped\n")
        let back = try larder("import", "export", folder.path("out"), cache: "new")
        #expect(back.code == 0 && back.output == "3 taken (6 bytes), 0 skipped\n")
        let new = try self.cache("new")
        #expect(try new.attributes(forKey: hostile)?.metadata == ["note": "\u{202E}x\n"])
        #expect(try new.bucket("avatars").data(forKey: "42") == Data("333".utf8))
        #expect(try new.attributes(forKey: "other/..%2F\u{1B}[2J<b>.png")?.expiresAt != nil)
        let again = try larder("import", "export", folder.path("out"), cache: "new")
        #expect(again.code == 0 && again.output.hasSuffix("0 taken (0 bytes), 3 skipped\n"))
    }

    @Test(arguments: [nil, "avatars"])
    func `what belongs to one user is taken back as such, with its dates`(
        bucket: String?
    ) throws {
        let storedAt = Date(timeIntervalSince1970: 1_000_000_000)
        let own = Entry(
            payload: Data("1".utf8),
            attributes: EntryAttributes(storedAt: storedAt, isShareable: false))
        _ = try cache().ownBucket.store(own, forKey: "own")
        try cache().store(Data("2".utf8), forKey: "all")
        #expect(try larder("export", folder.path("out")).code == 0)
        let target = bucket.map { ["--bucket", $0] } ?? []
        let back = try ToolProcess.run(
            ToolProcess.tool, ["import", "export", folder.path("out")] + target,
            environment: ["LARDER_CACHE": folder.path("new")])
        #expect(back.code == 0)
        let new = try self.cache("new").bucket(bucket ?? "")
        #expect(try new.attributes(forKey: "own")?.isShareable == false)
        #expect(try new.attributes(forKey: "own")?.storedAt == storedAt)
        #expect(try new.attributes(forKey: "all")?.isShareable == true)
    }

    @Test func `only the entries that were asked for are exported`() throws {
        let cache = try cache()
        for key in ["a.jpg", "b.jpg", "c.png"] { try cache.store(Data(count: 10), forKey: key) }
        try cache.store(Data(), forKey: "old.jpg", lifetime: .fixed(.zero))
        #expect(try larder("export", folder.path("out"), "-g", "*.jpg").code == 0)
        #expect(try folder.names(in: "out") == ["a.jpg", "b.jpg", "entries.jsonl"])
    }

    @Test func `a folder with something in it is left alone`() throws {
        try cache().store(Data("1".utf8), forKey: "a")
        #expect(try larder("export", folder.path("out")).code == 0)
        let again = try larder("export", folder.path("out"))
        #expect(again.code == 1 && again.errors.contains("Directory not empty"))
        #expect(try folder.names() == ["cache", "out"])
        #expect(try larder("export", folder.path("none/out")).code == 1)
    }

    @Test func `a link or a pipe in the place of a file is told to be none`() throws {
        for key in ["a", "b", "c"] { try cache().store(Data("1".utf8), forKey: key) }
        #expect(try larder("export", folder.path("out")).code == 0)
        for name in ["a", "b", "c"] { #expect(unlink(folder.path("out/\(name)")) == 0) }
        #expect(symlink("/etc/hostname", folder.path("out/a")) == 0)
        #expect(mkfifo(folder.path("out/b"), 0o600) == 0)
        let result = try larder("import", "export", folder.path("out"), cache: "new")
        #expect(result.code == 1)
        #expect(result.output.contains("skipped a: it is no regular file\n"), "\(result.output)")
        #expect(result.output.contains("skipped b: it is no regular file\n"))
        #expect(result.output.contains("skipped c: it is not there\n"))
    }

    @Test func `a list that is a link or a pipe is not read`() throws {
        try cache().store(Data("1".utf8), forKey: "a")
        #expect(try larder("export", folder.path("out")).code == 0)
        let list = folder.path("out/entries.jsonl")
        #expect(rename(list, folder.path("list")) == 0)
        #expect(symlink(folder.path("list"), list) == 0)
        for _ in 0..<2 {
            let result = try larder("import", "export", folder.path("out"), cache: "new")
            #expect(result.code == 1 && result.output == "")
            #expect(result.errors.contains("It is no regular file"), "\(result.errors)")
            #expect(unlink(list) == 0 && mkfifo(list, 0o600) == 0)
        }
    }

    @Test(arguments: ["key", "bucket", "note"])
    func `an entry with a name that no cache takes stops no other`(part: String) throws {
        try cache().store(Data("1".utf8), forKey: "a")
        #expect(try larder("export", folder.path("out")).code == 0)
        let line = try folder.text("out/entries.jsonl")
        let long = String(repeating: "x", count: 70_000)
        let hostile =
            switch part {
            case "key": line.replacingFirst("\"key\":\"a\"", with: "\"key\":\"\(long)\"")
            case "bucket": line.replacingFirst("{", with: "{\"bucket\":\"\(long)\",")
            default: line.replacingFirst("{}", with: "{\"n\":\"\(long)\"}")
            }
        try OutputFile.write(
            Data((hostile + line).utf8), to: folder.path("out/entries.jsonl"))
        let result = try larder("import", "export", folder.path("out"), cache: "new")
        #expect(result.code == 1 && result.errors == "", "\(result.errors)")
        #expect(result.output.hasSuffix("1 taken (1 bytes), 1 skipped\n"), "\(result.output)")
    }

    @Test func `a list with junk, hostile names and missing files loses nothing else`() throws {
        try cache().store(Data("1".utf8), forKey: "a")
        #expect(try larder("export", folder.path("out")).code == 0)
        try OutputFile.write(Data("secret".utf8), to: folder.path("secret"))
        let line = try folder.text("out/entries.jsonl")
        let hostile = ["../secret", "/etc/passwd", "", ".", "none", "a/b"].map {
            line.replacingFirst("\"file\":\"a\"", with: "\"file\":\"\($0)\"")
                .replacingFirst("\"key\":\"a\"", with: "\"key\":\"\($0)\"")
        }
        let list = ["{", "[]", "\u{1B}[2J", line] + hostile
        try OutputFile.write(
            Data(list.joined(separator: "\n").utf8) + Data([0x0A, 0xFF, 0xFE]),
            to: folder.path("out/entries.jsonl"))
        let result = try larder("import", "export", folder.path("out"), cache: "new")
        #expect(result.code == 1 && result.output.hasSuffix("1 taken (1 bytes), 10 skipped\n"))
        #expect(!result.output.contains("\u{1B}"))
        #expect(try larder("ls", "-c", "key", cache: "new").output == "a\n")
    }
}

extension String {
    fileprivate func replacingFirst(_ text: String, with other: String) -> String {
        guard let range = firstRange(of: text) else { return self }
        return replacingCharacters(in: range, with: other)
    }

    private func replacingCharacters(in range: Range<Index>, with other: String) -> String {
        String(self[..<range.lowerBound]) + other + String(self[range.upperBound...])
    }
}
