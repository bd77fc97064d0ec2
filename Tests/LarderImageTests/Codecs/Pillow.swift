import Foundation
import LarderTesting

/// A Python that has Pillow, if there is one.
enum Pillow {
    /// `LARDER_PYTHON` names a Python of one's own.
    static let python: String? = {
        let candidates = [ProcessInfo.processInfo.environment["LARDER_PYTHON"], "python3"]
        return candidates.compactMap { $0 }.first { run($0, ["-c", "import PIL.features"]) != nil }
    }()

    /// What a program prints, or `nil` if it cannot be run or fails.
    static func run(_ program: String, _ arguments: [String]) -> String? {
        let line = "exec \"$0\" \"$@\" 2>/dev/null"
        guard let process = try? ChildProcess("/bin/sh", ["-c", line, program] + arguments) else {
            return nil
        }
        var text = ""
        while let line = process.line() { text += line + "\n" }
        return process.wait() == 0 ? text : nil
    }
}
