import Foundation
import LarderTesting
import Synchronization
import Testing

@testable import LarderRedis

/// A redis-server of the test's own on a free loopback port. It ends with its owner, and with the
/// test's process however that ends.
final class TestEngine: Sendable {
    let port: Int
    let directory: String
    private let arguments: [String]
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let shell: ChildProcess
        let identifier: pid_t
    }

    struct StartError: Error { let output: String }

    /// Starts an engine with `arguments` besides what keeps it off the disk.
    init(_ arguments: [String] = [], port: Int? = nil) throws {
        self.port = try port ?? Self.freePort()
        directory =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("larder-redis-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        self.arguments =
            [
                "--port", "\(self.port)", "--bind", "127.0.0.1", "--save", "", "--appendonly",
                "no", "--dir", directory, "--unixsocket", directory + "/socket",
            ] + arguments
        try start()
    }

    deinit {
        stop()
        // A directory that stays is the system's to sweep.
        try? FileManager.default.removeItem(atPath: directory)
    }
}

extension TestEngine {
    static let isInstalled = find("redis-server") != nil
    static let missing: Comment = "redis-server is not installed (Debian: redis-server)"

    static func find(_ program: String) -> String? {
        let folders = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"]
        return folders.map { $0 + "/" + program }.first(
            where: FileManager.default.isExecutableFile)
    }

    /// Starts it (again), with what `SAVE` has kept, with `more` arguments. Returns when it has
    /// said `sign`, by default that it takes connections.
    func start(
        _ more: [String] = [], until sign: String = "Ready to accept connections"
    ) throws {
        // The shell waits for its input's end, which comes at the latest with this process's.
        let line = "\"$0\" \"$@\" </dev/null & echo pid $!; cat >/dev/null; kill -9 $!; wait"
        let program = Self.find("redis-server") ?? "redis-server"
        let shell = try ChildProcess("/bin/sh", ["-c", line, program] + arguments + more)
        var lines: [String] = []
        var identifier: pid_t?
        var isReady = false
        // The shell and the engine speak in either order.
        while identifier == nil || !isReady {
            guard let line = shell.line() else {
                throw StartError(output: lines.joined(separator: "\n"))
            }
            lines.append(line)
            if line.hasPrefix("pid ") { identifier = pid_t(line.dropFirst(4)) }
            isReady = isReady || line.contains(sign)
        }
        shell.ignoreOutput()
        running.withLock { [identifier] in
            $0 = identifier.map { Running(shell: shell, identifier: $0) }
        }
    }

    /// Kills it. Returns when its port is free.
    func stop() {
        let stopped = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let stopped else { return }
        stopped.shell.closeInput()
        stopped.shell.wait()
    }

    func signal(_ number: Int32) {
        running.withLock { running in
            if let running { _ = kill(running.identifier, number) }
        }
    }

    static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr = in_addr(s_addr: in_addr_t(0x7F00_0001).bigEndian)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutablePointer(to: &address) { pointer in
            try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                guard bind(descriptor, address, size) == 0,
                    getsockname(descriptor, address, &size) == 0
                else { throw StartError(output: "no free port") }
            }
        }
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}

extension TestEngine {
    /// A configuration for this engine under a prefix of its own, with a deadline that a machine
    /// busy with other tests does not break.
    func configuration(prefix: String = UUID().uuidString) -> RedisConfiguration {
        var configuration = RedisConfiguration(endpoint: .host("127.0.0.1", port: port))
        configuration.prefix = prefix
        configuration.deadline = .seconds(20)
        configuration.connectDeadline = .seconds(20)
        return configuration
    }

    /// Runs a command in the engine, besides any tier, also while it reads its file.
    @discardableResult
    func run(_ words: RESPCommand.Word...) async throws -> RESPValue {
        var settings = RedisConfiguration(endpoint: .host("127.0.0.1", port: port)).settings
        settings.deadline = .seconds(20)
        settings.connectDeadline = .seconds(20)
        settings.greeting = RESPCommand("HELLO", "3")
        let client = RedisClient(
            endpoint: { [port] _ in .host("127.0.0.1", port: port) }, connections: 1,
            settings: settings
        ) { _, _, _ in }
        var command = RESPCommand()
        command.append(words)
        let answers = try await client.send(command, over: 0)
        return try #require(answers.first)
    }
}
