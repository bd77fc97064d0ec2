@testable import Larder
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Caches that the tool must not touch, or cannot write to.
@Suite struct RefusalTests {
    private let folder = ScratchFolder()

    private var directory: URL { folder.url.appending(path: "cache") }

    private func larder(_ arguments: String...) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, arguments, environment: ["LARDER_CACHE": folder.path("cache")])
    }

    private static let commands = [
        ["ls"], ["stats"], ["verify", "--repair"], ["info", "a"], ["cat", "a"], ["put", "a", "-"],
        ["rm", "a"], ["clear"], ["trim", "1M"], ["sheet"], ["export", "/nowhere/out"],
        ["import", "tsfilecache", "/"], ["get", "http://127.0.0.1:9/"],
    ]

    @Test(arguments: commands)
    func `a cache of a newer format is named as such and left as it is`(
        command: [String]
    ) throws {
        try DiskCache(directory: directory, capacity: nil).store(Data("1".utf8), forKey: "a")
        let file = directory.appending(path: "control")
        var page = [UInt8](try Data(contentsOf: file))
        page.withUnsafeMutableBytes { bytes in
            guard var head = try? ControlPage.head(UnsafeRawBufferPointer(bytes)) else { return }
            head.version += 1
            ControlPage.write(head, to: bytes)
        }
        try Data(page).write(to: file)
        let before = try contents()
        let result = try run(command)
        #expect(result.code == 1)
        #expect(result.errors.contains("is of a newer version of Larder"), "\(result.errors)")
        #expect(try contents() == before)
    }

    // Each waits for as long as a change may take, to no avail.
    @Test(arguments: [["ls"], ["put", "a", "-"]])
    func `a cache that another process has to itself is left to it`(command: [String]) throws {
        let owner = try DiskCache(directory: directory, capacity: nil, sharing: .exclusive)
        try owner.store(Data("1".utf8), forKey: "a")
        let result = try run(command)
        #expect(result.code == 1)
        #expect(result.errors.contains("nother process"), "\(result.errors)")
        #expect(try owner.data(forKey: "a") == Data("1".utf8))
    }

    @Test func `a folder that cannot be made is named with the reason`() throws {
        let result = try larder("get", "-d", "/proc/nowhere/out", "http://127.0.0.1:9/")
        #expect(result.code == 1)
        #expect(result.errors.contains("/proc/nowhere"), "\(result.errors)")
        #expect(result.errors.contains("No such file or directory"), "\(result.errors)")
        #expect(!result.errors.contains("CocoaError"), "\(result.errors)")
    }

    private func run(_ command: [String]) throws -> ToolProcess {
        try ToolProcess.run(
            ToolProcess.tool, command, environment: ["LARDER_CACHE": folder.path("cache")])
    }

    private func contents() throws -> [String: Data] {
        try Dictionary(
            uniqueKeysWithValues: folder.names(in: "cache").map {
                ($0, try Data(contentsOf: directory.appending(path: $0)))
            })
    }

    @Test func `a damaged cache loses its damage and nothing else`() throws {
        do {
            let cache = try DiskCache(directory: directory, capacity: nil)
            for number in 0..<50 {
                try cache.store(Data(repeating: UInt8(number), count: 3000), forKey: "\(number)")
            }
        }
        let pack = try #require(folder.names(in: "cache").first { $0.hasSuffix(".pack") })
        var bytes = try Data(contentsOf: directory.appending(path: pack))
        let place = try #require(bytes.firstRange(of: Data(repeating: 20, count: 3000)))
        bytes.replaceSubrange(place.lowerBound..<place.lowerBound + 9, with: Data(count: 9))
        try bytes.write(to: directory.appending(path: pack))
        for command in [
            ["ls"], ["stats", "--histograms"], ["sheet", "-o", folder.path("s.html")],
        ] {
            #expect(try run(command).code == 0, "\(command)")
        }
        #expect(try larder("export", folder.path("out")).output.contains("49 entries"))
        let cat = try larder("cat", "20")
        #expect(cat.code == 1 && cat.output.isEmpty && cat.errors.contains("Nothing is stored"))
        #expect(try larder("cat", "21").output.utf8.count == 3000)
    }
}
