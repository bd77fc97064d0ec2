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

@Suite struct LeftoversTests {
    private let folder = ScratchFolder()

    @Test func `what a killed process has left goes at the next run, and nothing else`() throws {
        let others = [".larder-x-1.part", ".larder-1.part", "larder-1-1.part", ".larder-1-1.part~"]
        for name in [".larder-4000000-1.part"] + others {
            try OutputFile.write(Data("x".utf8), to: folder.path(name))
        }
        let unfinished = folder.path(".larder-1-2.part")
        try FileManager.default.createDirectory(
            atPath: unfinished, withIntermediateDirectories: true)
        try OutputFile.write(Data("x".utf8), to: "\(unfinished)/file")
        for name in [".larder-4000000-1.part", ".larder-1-2.part"] {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -100)],
                ofItemAtPath: folder.path(name))
        }
        let young = ".larder-4000001-1.part"
        try OutputFile.write(Data("x".utf8), to: folder.path(young))
        #expect(symlink("/etc/hostname", folder.path(".larder-1-3.part")) == 0)
        _ = try DiskCache(directory: folder.url.appending(path: "cache"), capacity: nil)
        let result = try ToolProcess.run(
            ToolProcess.tool, ["export", folder.path("out")],
            environment: ["LARDER_CACHE": folder.path("cache")])
        #expect(result.code == 0, "\(result.errors)")
        #expect(
            try Set(folder.names()) == Set(others + [young, ".larder-1-3.part", "cache", "out"]))
    }

    @Test func `what somebody is at stays`() throws {
        let file = try OutputFile(folder.path("a"), mayBeUnnamed: false)
        let whole = try OutputFolder(folder.path("b"))
        try OutputFile.write(Data("x".utf8), to: whole.file("c"))
        Leftovers.remove(in: folder.path(""))
        try file.write(Data("y".utf8))
        try file.commit()
        try whole.commit()
        #expect(try folder.names() == ["a", "b"])
        #expect(try folder.text("b/c") == "x")
    }
}
