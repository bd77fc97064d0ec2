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

/// Runs a program and collects what it prints.
struct ToolProcess {
    struct Failure: Error { let code: Int32 }

    let code: Int32
    let output: String
    let errors: String

    /// The built tool, beside the test bundle.
    static var tool: String {
        var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        for argument in CommandLine.arguments where argument.contains(".xctest") {
            folder = URL(filePath: argument).deletingLastPathComponent()
        }
        return folder.appending(path: "larder").path(percentEncoded: false)
    }

    /// Runs `path` to its end. Both of its outputs go to files, so that neither can fill up.
    static func run(
        _ path: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ToolProcess {
        try RunningTool(path, arguments, environment: environment).wait()
    }
}

extension ToolProcess {
    /// What it printed, read as JSON.
    func json<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(type, from: Data(output.utf8))
    }
}
