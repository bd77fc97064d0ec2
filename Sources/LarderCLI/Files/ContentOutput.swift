#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Where a command's content goes: a file, or standard output for `-`.
enum ContentOutput {
    case file(OutputFile)
    case standardOutput

    init(_ name: String) throws {
        self = name == "-" ? .standardOutput : .file(try OutputFile(name))
    }
}

extension ContentOutput {
    func write(_ bytes: Data) throws {
        switch self {
        case .file(let file): try file.write(bytes)
        case .standardOutput: try Terminal.output(bytes)
        }
    }

    /// Lets a file appear.
    func commit() throws {
        if case .file(let file) = self { try file.commit() }
    }

    static func write(_ bytes: Data, to name: String) throws {
        let output = try ContentOutput(name)
        try output.write(bytes)
        try output.commit()
    }
}
