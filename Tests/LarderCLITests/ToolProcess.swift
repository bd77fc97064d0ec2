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
        let folder = ScratchFolder()
        let (output, errors) = (folder.path("output"), folder.path("errors"))
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT, 0o600)
        let own = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = own.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let failure = posix_spawn(&child, path, &actions, nil, words, variables)
        guard failure == 0 else { throw Failure(code: failure) }
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        let text = { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }
        return ToolProcess(
            code: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F,
            output: try text(output), errors: try text(errors))
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
