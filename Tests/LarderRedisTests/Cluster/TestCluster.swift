import Foundation
import Testing

@testable import LarderRedis

/// Three primaries of the test's own, and a replica of the first.
final class TestCluster: Sendable {
    let primaries: [TestEngine]
    let replica: TestEngine

    init() async throws {
        let engines = try (0..<4).map { _ in (try Self.start()) }
        primaries = engines.prefix(3).map(\.engine)
        replica = engines[3].engine
        let bounds = [0, 5461, 10_923, 16_384]
        for (number, engine) in primaries.enumerated() {
            try await engine.run(
                "CLUSTER", "ADDSLOTSRANGE", .number(bounds[number]),
                .number(bounds[number + 1] - 1))
        }
        for other in engines.dropFirst() {
            try await primaries[0].run(
                "CLUSTER", "MEET", "127.0.0.1", .number(other.engine.port), .number(other.busPort))
        }
        for engine in engines.map(\.engine) {
            try await Self.wait(for: "cluster_known_nodes:4", engine, "CLUSTER", "INFO")
            try await Self.wait(for: "cluster_state:ok", engine, "CLUSTER", "INFO")
        }
        try await replica.run("CLUSTER", "REPLICATE", Self.name(of: primaries[0]))
        try await Self.wait(for: "master_link_status:up", replica, "INFO", "replication")
        // The others must know the replica as one before it may take over.
        for engine in primaries {
            try await Self.wait(for: " slave ", engine, "CLUSTER", "NODES")
        }
    }
}

extension TestCluster {
    private static func start() throws -> (engine: TestEngine, busPort: Int) {
        let busPort = try TestEngine.freePort()
        let engine = try TestEngine([
            "--cluster-enabled", "yes", "--cluster-node-timeout", "1000", "--cluster-port",
            "\(busPort)", "--cluster-require-full-coverage", "no",
            "--cluster-replica-validity-factor", "0",
        ])
        return (engine, busPort)
    }

    /// What a node calls itself.
    static func name(of engine: TestEngine) async throws -> RESPCommand.Word {
        .bytes(try #require(try await engine.run("CLUSTER", "MYID").bytes))
    }

    private static func wait(
        for text: String, _ engine: TestEngine, _ words: RESPCommand.Word...
    ) async throws {
        var said = ""
        while !said.contains(text) {
            let answer = try await engine.run(words[0], words[1])
            said = String(decoding: answer.bytes ?? [], as: UTF8.self)
        }
    }

    /// A configuration that names one node, under a prefix of its own.
    func configuration(seed: Int = 0) -> RedisConfiguration {
        var configuration = primaries[seed].configuration()
        configuration.endpoint = .cluster([configuration.endpoint])
        return configuration
    }
}
