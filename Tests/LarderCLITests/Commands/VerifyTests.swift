import Larder
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct VerifyTests {
    private let folder = ScratchFolder()

    private func larder(_ arguments: String...) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path("cache")])
    }

    /// A cache of two entries, one of which has a byte that is not as it was stored.
    private func makeDamaged() throws {
        let mark = Data("the bytes of the entry that is damaged".utf8)
        do {
            let cache = try DiskCache(
                directory: folder.url.appending(path: "cache"), capacity: nil)
            try cache.store(mark, forKey: "bad\u{1B}")
            try cache.store(Data("sound".utf8), forKey: "good")
        }
        let pack = try #require(folder.names(in: "cache").first { $0.hasSuffix(".pack") })
        let file = folder.url.appending(path: "cache/\(pack)")
        var bytes = try Data(contentsOf: file)
        let place = try #require(bytes.firstRange(of: mark))
        bytes[place.lowerBound] ^= 1
        try bytes.write(to: file)
    }

    @Test func `a sound cache is said to be sound`() throws {
        let cache = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
        try cache.store(Data("x".utf8), forKey: "a")
        let result = try larder("verify")
        #expect(result.code == 0 && result.output == "1 entry of 1 bytes read as stored\n")
    }

    @Test func `damage is named, and taken away on request only`() throws {
        try makeDamaged()
        let found = try larder("verify")
        #expect(found.code == 1)
        #expect(found.output.contains("damaged: bad\\u{1b}, payload in 00000001.pack at 64\n"))
        let repaired = try larder("verify", "--repair")
        #expect(repaired.code == 0 && repaired.output.contains("removed: bad\\u{1b}, payload"))
        let again = try larder("verify")
        #expect(again.code == 0 && again.output.contains("1 entry "))
        #expect(try larder("cat", "good").output == "sound")
    }

    @Test func `damage that belongs to no entry is found and taken away, too`() throws {
        let cache = try DiskCache(
            directory: folder.url.appending(path: "cache"), capacity: .mebibytes(1))
        for index in 0..<60 { try cache.store(Data(count: 3000), forKey: "\(index)") }
        cache.close()
        // The seal of the first pack, from which a full pack is opened.
        let file = folder.url.appending(path: "cache/00000001.pack")
        var bytes = try Data(contentsOf: file)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: file)
        let found = try larder("verify")
        #expect(found.code == 1)
        #expect(found.output.contains("damaged: index in 00000001.pack at 0\n"))
        #expect(try larder("verify", "--repair").code == 0)
        let again = try larder("verify")
        #expect(again.code == 0 && again.output.contains("60 entries"))
    }

    @Test(arguments: ["ls", "verify", "stats", "clear", "info x"])
    func `what is no cache is refused and left as it is`(command: String) throws {
        try FileManager.default.createDirectory(
            atPath: folder.path("cache"), withIntermediateDirectories: true)
        try OutputFile.write(Data("mine".utf8), to: folder.path("cache/letter.txt"))
        let words = command.split(separator: " ").map(String.init)
        let result = try ToolProcess.run(
            ToolProcess.tool, words, environment: ["LARDER_CACHE": folder.path("cache")])
        #expect(result.code == 1 && result.errors.contains("There is no cache in"))
        #expect(try folder.names(in: "cache") == ["letter.txt"])
    }
}
