import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct OutputFileTests {
    private let folder = ScratchFolder()

    @Test func `a file appears when it is committed, and nothing else stays`() throws {
        let path = folder.path("a.txt")
        let file = try OutputFile(path)
        try file.write(Data("hello".utf8))
        #expect(!FileManager.default.fileExists(atPath: path))
        try file.commit()
        #expect(try folder.names() == ["a.txt"])
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("hello".utf8))
    }

    @Test func `a file that is not committed leaves what was there`() throws {
        let path = folder.path("a.txt")
        try OutputFile.write(Data("old".utf8), to: path)
        do { try OutputFile(path).write(Data("half".utf8)) }
        #expect(try folder.names() == ["a.txt"])
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("old".utf8))
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
