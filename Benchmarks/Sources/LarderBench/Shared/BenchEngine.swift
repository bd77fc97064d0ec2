import Foundation
import LarderRedis
import LarderTesting

/// A redis-server on a free loopback port that keeps nothing on disk.
struct BenchEngine: Sendable {
    let port: Int
    private let folder: URL

    struct Missing: Error, CustomStringConvertible {
        let description = "redis-server or redis-benchmark did not run (Debian: redis)."
    }

    init() throws {
        port = try ScriptedOrigin().port
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("larder-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let program = "redis-server --port \(port) --bind 127.0.0.1 --save '' --appendonly no"
        _ = try Self.lines(
            "\(program) --daemonize yes --pidfile \(folder.path)/pid --dir \(folder.path) && "
                + "until redis-cli -p \(port) ping | grep -q PONG; do sleep 0.1; done")
    }

    /// Ends the server and removes its files.
    func stop() {
        // A server that has died already needs no end.
        _ = try? Self.lines("kill $(cat \(folder.path)/pid); rm -rf \(folder.path)")
    }

    func configuration(prefix: String = UUID().uuidString) -> RedisConfiguration {
        var configuration = RedisConfiguration(endpoint: .host("127.0.0.1", port: port))
        configuration.prefix = prefix
        configuration.deadline = .seconds(20)
        return configuration
    }

    /// What a line of shell prints.
    static func lines(_ line: String) throws -> [Substring] {
        guard let pipe = popen("{ \(line); } 2>/dev/null", "r") else { throw Missing() }
        return try lines(of: pipe)
    }

    /// What a program started by `popen` prints until its end.
    static func lines(of pipe: UnsafeMutablePointer<FILE>) throws -> [Substring] {
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 {
            text += buffer[..<count]
        }
        guard pclose(pipe) == 0 else { throw Missing() }
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }
}
