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

/// A program that was started and has yet to be waited for.
final class RunningTool {
    let id: pid_t
    private let folder = ScratchFolder()
    private let output: String
    private let errors: String

    /// Starts `path`. What it prints goes to files, unless `output` or `errors` names others.
    init(
        _ path: String, _ arguments: [String], environment: [String: String] = [:],
        output: String? = nil, errors: String? = nil
    ) throws {
        self.output = output ?? folder.path("output")
        self.errors = errors ?? folder.path("errors")
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_NOCTTY
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, self.output, flags, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, self.errors, flags, 0o600)
        let own = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = own.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let failure = posix_spawn(&child, path, &actions, nil, words, variables)
        guard failure == 0 else { throw ToolProcess.Failure(code: failure) }
        id = child
    }
}

extension RunningTool {
    func signal(_ number: Int32) { kill(id, number) }

    /// Waits for its end. What went elsewhere than to files of its own is empty.
    func wait() throws -> ToolProcess {
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
        return ToolProcess(
            code: status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F,
            output: try text(output), errors: try text(errors))
    }

    private func text(_ file: String) throws -> String {
        guard file.hasPrefix(folder.path("")) else { return "" }
        return String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self)
    }
}
