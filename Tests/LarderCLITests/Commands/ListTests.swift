import Larder
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct ListTests {
    private let folder = ScratchFolder()
    private let cache: DiskCache

    init() throws {
        cache = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
        try cache.store(Data(count: 10), forKey: "b.png")
        try cache.store(Data(count: 3000), forKey: "a.jpg")
        try cache.store(Data(count: 7), forKey: "evil\u{1B}[31m\n<b>")
        try cache.bucket("avatars").store(Data(count: 1), forKey: "42")
    }

    private func ls(_ arguments: String...) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, ["ls", "--cache", folder.path("cache")] + arguments)
    }

    @Test(arguments: [
        ([], ["42", "a.jpg", "b.png", "evil\\u{1b}[31m\\u{a}<b>"]),
        (["--sort", "size"], ["a.jpg", "b.png", "evil\\u{1b}[31m\\u{a}<b>", "42"]),
        (["-r"], ["evil\\u{1b}[31m\\u{a}<b>", "b.png", "a.jpg", "42"]),
        (["*.png"], ["b.png"]), (["--bucket", "avatars"], ["42"]),
        (["--larger", "8", "--smaller", "3k"], ["a.jpg", "b.png"]), (["--older", "1h"], []),
        (["--newer", "1h", "-g", "[ab]*"], ["a.jpg", "b.png"]),
    ])
    func `entries are chosen, sorted and shown so that a terminal obeys nothing`(
        arguments: [String], keys: [String]
    ) throws {
        let result = try ToolProcess.run(
            ToolProcess.tool, ["ls", "--cache", folder.path("cache"), "-c", "key"] + arguments)
        #expect(result.code == 0 && result.errors == "")
        #expect(result.output.split(separator: "\n").map(String.init) == keys)
    }

    @Test func `columns are the ones asked for, in their order`() throws {
        #expect(
            try ls("b*", "-c", "size,bucket,expires,key").output
                == "  10 bytes -             never b.png\n")
        for none in ["", ","] {
            let result = try ls("-c", none)
            #expect(result.code == 2 && result.output.isEmpty, "\(result.errors)")
        }
        let result = try ls("-c", "sise")
        #expect(result.code == 2 && result.errors.contains("Did you mean size?"))
    }

    @Test func `JSON tells keys exactly, an object a line`() throws {
        struct Row: Decodable { let key: String, size: Int, bucket: String? }
        let lines = try ls("--json", "--sort", "none").output.split(separator: "\n")
        let rows = try lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
        #expect(Set(rows.map(\.key)) == ["a.jpg", "b.png", "evil\u{1B}[31m\n<b>", "42"])
        #expect(rows.first { $0.key == "42" }?.bucket == "avatars")
    }

    @Test func `looking makes no cache and leaves the capacity`() throws {
        let result = try ToolProcess.run(
            ToolProcess.tool, ["ls", "--cache", folder.path("none")])
        #expect(result.code == 1 && result.errors.contains("There is no cache in"))
        #expect(try folder.names() == ["cache"])
        #expect(try cache.capacity == nil)
    }
}
