import Foundation
import Larder
import Synchronization
import Testing

@testable import LarderRedis

/// Of many machines that miss one key, one asks the origin.
@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing))
struct RedisLeaseTests {
    private static let shared = Result { try TestEngine() }
    private let engine: TestEngine
    private let prefix = UUID().uuidString

    init() throws {
        engine = try Self.shared.get()
    }

    private func machine(lease: Duration = .seconds(600)) -> RedisTier {
        var configuration = engine.configuration(prefix: prefix)
        configuration.lease = lease
        return RedisTier(configuration)
    }

    private func lease(_ turn: FleetTurn) -> (any FleetLease)? {
        if case .ask(let lease) = turn { lease } else { nil }
    }

    private func isLookAgain(_ turn: FleetTurn) -> Bool {
        if case .lookAgain = turn { true } else { false }
    }

    @Test func `the first asks, the second waits for its answer`() async throws {
        let (first, second) = (machine(), machine())
        let lease = try #require(lease(await first.turn(forKey: "k", after: nil)))
        async let turn = second.turn(forKey: "k", after: nil)
        #expect(self.lease(await second.turn(forKey: "other", after: nil)) != nil)
        try await first.store(Data("answer".utf8), forKey: "k")
        #expect(isLookAgain(await turn))
        await lease.end()
        #expect(try await second.data(forKey: "k") == Data("answer".utf8))
    }

    @Test func `who missed before the answer was stored does not ask again`() async throws {
        let (first, second) = (machine(), machine())
        #expect(try await second.data(forKey: "k") == nil)
        let lease = try #require(lease(await first.turn(forKey: "k", after: nil)))
        try await first.store(Data(), forKey: "k")
        await lease.end()
        #expect(isLookAgain(await second.turn(forKey: "k", after: nil)))
        let version = try await second.attributes(forKey: "k")?.version
        #expect(self.lease(await second.turn(forKey: "k", after: version)) != nil, "it is stale")
    }

    @Test func `who waits in the holder's own process is woken too`() async throws {
        let machine = machine(lease: .seconds(600))
        let lease = try #require(lease(await machine.turn(forKey: "k", after: nil)))
        async let turn = machine.turn(forKey: "k", after: nil)
        try await machine.store(Data(), forKey: "k")
        await lease.end()
        #expect(isLookAgain(await turn))
    }

    @Test func `after an answer that may not be kept, nobody waits in line`() async throws {
        let (first, second) = (machine(), machine())
        let lease = try #require(lease(await first.turn(forKey: "k", after: nil)))
        async let turn = second.turn(forKey: "k", after: nil)
        await lease.end()
        for turn in [await turn, await second.turn(forKey: "k", after: nil)] {
            guard case .ask(lease: nil) = turn else {
                Issue.record("\(turn)")
                return
            }
        }
    }

    @Test func `a holder that died holds nobody up for ever`() async throws {
        let (first, second) = (machine(lease: .seconds(4)), machine(lease: .seconds(4)))
        var dead: (any FleetLease)? = lease(await first.turn(forKey: "k", after: nil))
        #expect(dead != nil)
        dead = nil
        #expect(lease(await second.turn(forKey: "k", after: nil)) != nil)
    }

    @Test func `a holder that does not finish holds nobody up for ever`() async throws {
        let (first, second) = (machine(lease: .seconds(4)), machine(lease: .seconds(4)))
        let held = lease(await first.turn(forKey: "k", after: nil))
        let turn = await second.turn(forKey: "k", after: nil)
        guard case .ask = turn else {
            Issue.record("\(turn)")
            return
        }
        await held?.end()
    }

    @Test func `without an engine everybody asks at once, and a lost one wakes who waits`()
        async throws
    {
        let engine = try TestEngine()
        var configuration = engine.configuration()
        configuration.lease = .seconds(600)
        let (first, second) = (RedisTier(configuration), RedisTier(configuration))
        let held = lease(await first.turn(forKey: "k", after: nil))
        async let turn = second.turn(forKey: "k", after: nil)
        engine.stop()
        guard case .ask(lease: nil) = await turn,
            case .ask(lease: nil) = await first.turn(forKey: "x", after: nil)
        else {
            Issue.record("somebody waits for an engine that is gone")
            return
        }
        await held?.end()
        #expect(second.state.change { $0.waiters.isEmpty })
    }

    @Test func `four machines and 2,000 requests for 200 cold keys ask 200 times`() async throws {
        let machines = (0..<4).map { _ in machine() }
        let origin = CountingOrigin()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for request in 0..<2_000 {
                group.addTask {
                    let key = "\(request % 200)"
                    let machine = machines[request / 200 % 4]
                    let data = try await origin.load(key, through: machine)
                    #expect(data == Data(key.utf8))
                }
            }
            try await group.waitForAll()
        }
        #expect(origin.asked == Dictionary(uniqueKeysWithValues: (0..<200).map { ("\($0)", 1) }))
    }
}

/// Counts how often it is asked for each key.
private final class CountingOrigin: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    var asked: [String: Int] { counts.withLock { $0 } }

    /// What a loader does: look up, wait for the turn, ask the origin, store.
    func load(_ key: String, through tier: RedisTier) async throws -> Data? {
        if let data = try await tier.data(forKey: key) { return data }
        let turn = await tier.turn(forKey: key, after: nil)
        guard case .ask(let lease) = turn else { return try await tier.data(forKey: key) }
        counts.withLock { $0[key, default: 0] += 1 }
        try await tier.store(Data(key.utf8), forKey: key)
        await lease?.end()
        return Data(key.utf8)
    }
}
