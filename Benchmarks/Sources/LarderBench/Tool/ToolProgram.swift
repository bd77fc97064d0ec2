import Foundation

/// A program to be run to its end, its output dropped.
struct ToolProgram: Sendable {
    let path: String

    struct Failure: Error, CustomStringConvertible {
        let program: String
        let reason: String
        var description: String { "\(program) did not run: \(reason)" }
    }

    /// Runs it, and returns the most memory that it had, in bytes.
    @discardableResult
    func run(_ arguments: [String], cache: URL? = nil) throws -> Int {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, flags) in [(Int32(0), O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", flags, 0)
        }
        var environment = ProcessInfo.processInfo.environment
        environment["LARDER_CACHE"] = cache?.path
        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var child = pid_t()
        let code = posix_spawnp(&child, path, &actions, nil, words, variables)
        guard code == 0 else {
            throw Failure(program: path, reason: String(cString: strerror(code)))
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
        guard status == 0 else { throw Failure(program: path, reason: "status \(status)") }
        return usage.ru_maxrss * 1024
    }
}
