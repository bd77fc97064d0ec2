import Larder
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct DemoTests {
    private let folder = ScratchFolder()

    @Test func `every picture of each phase comes from where HTTP's rules say`() async throws {
        var demo = try Demo(folder: folder.url, pictures: await DemoPicture.draw(9, scale: 8))
        try demo.prepare()
        var outcomes: [DemoOutcome] = []
        for phase in DemoPhase.all { outcomes.append(try await demo.run(phase).0) }
        #expect(outcomes.flatMap(\.surprises) == [])
        #expect(outcomes.map(\.network) == [9, 1, 1, 1])
        #expect(outcomes.map(\.memory) == [0, 6, 0, 0])
        #expect(outcomes.map(\.disk) == [0, 0, 6, 0])
        #expect(outcomes.map(\.validated) == [0, 2, 2, 8])
        #expect(outcomes.map(\.failed) == [2, 2, 2, 2])
        #expect(outcomes[0].networkBytes > outcomes[1].networkBytes)
    }

    @Test func `a picture that comes from elsewhere is named`() async throws {
        var demo = try Demo(folder: folder.url, pictures: await DemoPicture.draw(1, scale: 8))
        try demo.prepare()
        let wrong = DemoPhase(name: "x", policy: .standard, isNewProcess: true) { _ in .disk }
        let (outcome, thumbnails) = try await demo.run(wrong)
        #expect(thumbnails.count == 1)
        #expect(outcome.surprises.count == 3)
        #expect(outcome.surprises[0].contains("1.jpg (max-age): network in place of disk"))
    }

    @Test func `a foreign folder is refused and left as it is`() async throws {
        let cache = folder.url.appending(path: "cache")
        try FileManager.default.createDirectory(at: cache, withIntermediateDirectories: true)
        try OutputFile.write(Data("mine".utf8), to: folder.path("cache/letter.txt"))
        let demo = try Demo(folder: folder.url, pictures: [])
        #expect(throws: Demo.ForeignFolder.self) { try demo.prepare() }
        #expect(try folder.text("cache/letter.txt") == "mine")
    }

    @Test func `a cache and a picture that no demo has made are left as they are`() throws {
        let demo = try Demo(folder: folder.url, pictures: [])
        let cache = try DiskCache(directory: demo.cacheFolder, capacity: nil)
        try cache.store(Data("mine".utf8), forKey: "a")
        try OutputFile.write(Data("mine".utf8), to: folder.path("contact-sheet.png"))
        let result = try ToolProcess.run(ToolProcess.tool, ["demo", "-d", folder.path("")])
        #expect(result.code == 1 && result.errors.contains("no demo has made"))
        #expect(try cache.data(forKey: "a") == Data("mine".utf8))
        #expect(try folder.text("contact-sheet.png") == "mine")
    }

    @Test func `what an earlier demo has left is emptied`() throws {
        let demo = try Demo(folder: folder.url, pictures: [])
        try demo.prepare()
        let cache = try DiskCache(existing: demo.cacheFolder)
        try cache.store(Data("old".utf8), forKey: "a")
        try demo.prepare()
        #expect(try cache.data(forKey: "a") == nil)
    }
}
