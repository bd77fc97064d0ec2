import Foundation
import Larder
import LarderTesting
import Testing

@testable import LarderRedis

/// Four worker processes and 2,000 requests for 200 cold URLs.
@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing), .serialized)
struct FleetOfProcessesTests {
    private let engine: TestEngine
    private let origin: ScriptedOrigin
    private let prefix = UUID().uuidString
    private let directory = FileManager.default.temporaryDirectory
        .appendingPathComponent("larder-fleet-\(UUID().uuidString)")
    init() throws {
        engine = try TestEngine()
        origin = try ScriptedOrigin()
        origin.fallback = .ok(
            [UInt8](repeating: 7, count: 20_000), ["Cache-Control": "max-age=3600"]
        ).delayed(by: .milliseconds(20))
    }

    /// Starts four workers, with a `lease` in seconds.
    private func start(lease: Int) async throws -> [ChildProcess] {
        let program = try #require(ChildProcess.built("RedisWorker"))
        let workers = try (0..<4).map { number in
            try ChildProcess(
                program,
                [
                    "\(engine.port)", prefix, "\(lease)", directory.path + "/\(number)",
                    origin.url("/picture/").absoluteString, "200", "500", "\(number)",
                ])
        }
        for worker in workers { #expect(await worker.nextLine() == "ready") }
        for worker in workers { worker.closeInput() }
        return workers
    }

    /// Waits until the workers have loaded all, none of it for longer than the `lease`.
    private func finish(_ workers: [ChildProcess], lease: Int) async throws {
        for worker in workers {
            let line = await worker.nextLine()
            let milliseconds = try #require(line.flatMap { Int($0.dropFirst(5)) })
            #expect(milliseconds < lease * 1_000)
            #expect(worker.wait() == 0)
        }
        // A directory that stays is the system's to sweep.
        try? FileManager.default.removeItem(at: directory)
    }

    /// Who asked for each URL, in order.
    private var askers: [String: [String]] {
        origin.requests.reduce(into: [:]) {
            $0[$1.target, default: []].append($1.fields["X-Worker"] ?? "")
        }
    }

    @Test func `ask the origin exactly 200 times`() async throws {
        try await finish(start(lease: 60), lease: 60)
        #expect(askers.count == 200)
        #expect(origin.requests.count == 200)
    }

    @Test
    func `ask again only for what a killed one had asked for, and wait no longer than a lease`()
        async throws
    {
        let workers = try await start(lease: 12)
        try await origin.request(60)
        workers[0].signal(SIGKILL)
        #expect(workers[0].wait() == -1)
        try await finish(Array(workers.dropFirst()), lease: 12)
        #expect(askers.count == 200)
        let repeated = askers.values.filter { $0.count > 1 }
        #expect(repeated.allSatisfy { $0.count == 2 && $0[0] == "0" && $0[1] != "0" })
        // It had 32 requests under way.
        #expect(origin.requests.count <= 200 + 32)
    }
}
