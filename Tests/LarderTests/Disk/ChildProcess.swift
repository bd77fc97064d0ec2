#if canImport(Glibc)
import Glibc

/// A `DiskChild` that runs, and the lines it says.
final class ChildProcess {
    private let pid: pid_t
    private let output: Int32
    private var rest: [UInt8] = []
    private var isOver = false

    init?(_ work: String, _ directory: String, _ name: String, seed: UInt64) {
        guard let path = Self.path else { return nil }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
        defer { posix_spawn_file_actions_destroy(&actions) }
        var arguments: [UnsafeMutablePointer<CChar>?] =
            [path, work, directory, name, "\(seed)"].map { (text: String) in strdup(text) } + [nil]
        defer { arguments.forEach { free($0) } }
        var pid: pid_t = 0
        let result = posix_spawn(&pid, path, &actions, nil, &arguments, environ)
        close(ends[1])
        output = ends[0]
        self.pid = pid
        guard result == 0 else { return nil }
    }

    deinit {
        close(output)
    }

    /// The helper, which is built beside the tests.
    static let path: String? = {
        guard let own = CommandLine.arguments.first, let slash = own.lastIndex(of: "/") else {
            return nil
        }
        let path = own[..<slash] + "/DiskChild"
        return access(String(path), X_OK) == 0 ? String(path) : nil
    }()
}

extension ChildProcess {
    /// The next line, or `nil` when there is none any more.
    func line() -> String? {
        while true {
            if let end = rest.firstIndex(of: 10) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = read(output, &bytes, bytes.count)
            guard count > 0 else { return nil }
            rest.append(contentsOf: bytes.prefix(count))
        }
    }

    func kill() { Glibc.kill(pid, SIGKILL) }

    /// Waits for the end; the exit code, or -1 after a signal.
    @discardableResult
    func wait() -> Int {
        var status: Int32 = 0
        waitpid(pid, &status, 0)
        return status & 0x7F == 0 ? Int(status >> 8 & 0xFF) : -1
    }

    /// Waits until it has stopped.
    func waitForStop() {
        var status: Int32 = 0
        waitpid(pid, &status, WUNTRACED)
    }
}
#endif
