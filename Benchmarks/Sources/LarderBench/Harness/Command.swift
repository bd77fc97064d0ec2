import Foundation

/// Another program, found by the shell's rules.
struct Command {
    /// What it wrote to its output as text, or `nil` when it is not there or failed.
    static func output(of words: [String]) -> String? {
        bytes(of: words).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What it wrote to its output, or `nil` when it is not there or failed.
    static func bytes(of words: [String]) -> Data? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = words
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? data : nil
    }
}
