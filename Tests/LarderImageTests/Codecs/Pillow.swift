import Foundation

/// A Python that has Pillow, if there is one.
enum Pillow {
    /// `LARDER_PYTHON` names a Python of one's own.
    static let python: String? = {
        let candidates = [ProcessInfo.processInfo.environment["LARDER_PYTHON"], "python3"]
        return candidates.compactMap { $0 }.first { run($0, ["-c", "import PIL.features"]) != nil }
    }()

    /// What a program prints, or `nil` if it cannot be run or fails.
    static func run(_ program: String, _ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
    }
}
