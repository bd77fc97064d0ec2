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

@Suite struct OutputFileTests {
    private let folder = ScratchFolder()

    @Test(arguments: [true, false])
    func `a file appears when it is committed, and nothing else stays`(mayBeUnnamed: Bool) throws {
        let path = folder.path("a.txt")
        let file = try OutputFile(path, mayBeUnnamed: mayBeUnnamed)
        try file.write(Data("hello".utf8))
        #expect(!FileManager.default.fileExists(atPath: path))
        try file.commit()
        #expect(try folder.names() == ["a.txt"])
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("hello".utf8))
    }

    @Test(arguments: [true, false])
    func `a file that is not committed leaves what was there`(mayBeUnnamed: Bool) throws {
        let path = folder.path("a.txt")
        try OutputFile.write(Data("old".utf8), to: path)
        do { try OutputFile(path, mayBeUnnamed: mayBeUnnamed).write(Data("half".utf8)) }
        #expect(try folder.names() == ["a.txt"])
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
    }

    @Test(arguments: [true, false])
    func `a file takes the place of a file or a link, which leaves the link's target alone`(
        mayBeUnnamed: Bool
    ) throws {
        try OutputFile.write(Data("old".utf8), to: folder.path("old"))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"), withDestinationPath: folder.path("old"))
        for name in ["link", "new", "new"] {
            let file = try OutputFile(folder.path(name), mayBeUnnamed: mayBeUnnamed)
            try file.write(Data("\(name)".utf8))
            try file.commit()
        }
        #expect(try folder.names() == ["link", "new", "old"])
        #expect(try folder.text("old") == "old")
        #expect(try folder.text("link") == "link" && folder.text("new") == "new")
    }

    /// What some file systems do, and some rules about system calls.
    @Test(arguments: [["new"], ["old"]], [1, 2])
    func `a file that may not be given a name appears all the same`(
        names: [String], refusals: Int
    ) throws {
        try OutputFile.write(Data("old".utf8), to: folder.path("old"))
        let bytes = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        for name in names {
            let file = try OutputFile(folder.path(name))
            try file.write(bytes)
            var calls = 0
            try file.commit { _, _ in
                calls += 1
                return refusals == 2 && calls == 1 ? -EEXIST : -EPERM
            }
            #expect(try Data(contentsOf: URL(filePath: folder.path(name))) == bytes)
        }
        #expect(try folder.names() == Set(names + ["old"]).sorted())
    }

    @Test func `what cannot be written says what and why`() {
        #expect {
            try OutputFile(folder.path("missing/a\u{1B}.txt"))
        } throws: {
            "\($0)".contains("No such file") && "\($0)".contains("\\u{1b}")
        }
    }

    @Test func `a device is written to and stays a device`() throws {
        try OutputFile.write(Data("x".utf8), to: "/dev/null")
        let type = try FileManager.default.attributesOfItem(atPath: "/dev/null")[.type]
        #expect(type as? FileAttributeType == .typeCharacterSpecial)
    }
}
