import Foundation
import Larder
import LarderTesting
import Testing

@testable import LarderRedis

/// A cluster of three primaries.
@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing))
struct ClusterTests {
    private static let shared = Task { try await TestCluster() }
    private let cluster: TestCluster

    init() async throws {
        cluster = try await Self.shared.value
    }

    @Test(arguments: CacheTierContract.checks)
    func `keeps the contract`(check: CacheTierContract.Check) async throws {
        try await check.run(on: RedisTier(cluster.configuration(seed: 1)))
    }

    @Test func `each key is served by its own node, and everything is removed from all`()
        async throws
    {
        let configuration = cluster.configuration()
        let (here, there) = (RedisTier(configuration), RedisTier(configuration))
        for number in 0..<200 { try await here.store(Data([UInt8(number)]), forKey: "\(number)") }
        for number in 0..<200 {
            #expect(try await there.data(forKey: "\(number)") == Data([UInt8(number)]))
        }
        for engine in cluster.primaries {
            #expect(try await engine.run("DBSIZE") != .integer(0))
        }
        try await there.removeAll()
        for number in 0..<200 { #expect(try await here.data(forKey: "\(number)") == nil) }
    }

    @Test func `of two machines that want one key one waits, wherever its lease lies`() async throws
    {
        var configuration = cluster.configuration()
        configuration.lease = .seconds(600)
        let (first, second) = (RedisTier(configuration), RedisTier(configuration))
        for key in ["a", "b", "c", "d"] {
            guard case .ask(let lease?) = await first.turn(forKey: key, after: nil) else {
                Issue.record("no lease of \(key)")
                return
            }
            async let turn = second.turn(forKey: key, after: nil)
            try await first.store(Data(key.utf8), forKey: key)
            await lease.end()
            guard case .lookAgain = await turn else {
                Issue.record("\(key) was not waited for")
                return
            }
            #expect(try await second.data(forKey: key) == Data(key.utf8))
        }
    }

    @Test func `a slot that is on its way, and has moved, is followed`() async throws {
        let cluster = try await TestCluster()
        let configuration = cluster.configuration()
        let tier = RedisTier(configuration)
        try await tier.store(Data("before".utf8), forKey: "other")
        let slot = ClusterMap.slot(of: "\(configuration.prefix):1:k".utf8)
        let owner = slot < 5461 ? 0 : slot < 10_923 ? 1 : 2
        let (source, target) = (cluster.primaries[owner], cluster.primaries[(owner + 1) % 3])
        let (from, to) = (
            try await TestCluster.name(of: source), try await TestCluster.name(of: target)
        )
        try await target.run("CLUSTER", "SETSLOT", .number(slot), "IMPORTING", from)
        try await source.run("CLUSTER", "SETSLOT", .number(slot), "MIGRATING", to)
        try await tier.store(Data("asked".utf8), forKey: "k")
        #expect(try await tier.data(forKey: "k") == Data("asked".utf8))
        for engine in [target, source] {
            try await engine.run("CLUSTER", "SETSLOT", .number(slot), "NODE", to)
        }
        #expect(try await tier.data(forKey: "k") == Data("asked".utf8))
        try await tier.store(Data("moved".utf8), forKey: "k")
        #expect(try await RedisTier(configuration).data(forKey: "k") == Data("moved".utf8))
    }

    @Test func `a primary that is killed in the middle costs misses until its replica takes over`()
        async throws
    {
        let cluster = try await TestCluster()
        let tier = RedisTier(cluster.configuration(seed: 1))
        for number in 0..<200 { try await tier.store(Data("\(number)".utf8), forKey: "\(number)") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for caller in 0..<4 {
                group.addTask {
                    for round in 0..<500 {
                        if caller == 0, round == 100 { cluster.primaries[0].signal(SIGKILL) }
                        let key = "\((caller &* 50 &+ round) % 200)"
                        let found = try await tier.data(forKey: key)
                        #expect(found == nil || found == Data(key.utf8))
                        if found == nil { try await tier.store(Data(key.utf8), forKey: key) }
                    }
                }
            }
            try await group.waitForAll()
        }
        for number in 0..<200 {
            while try await tier.data(forKey: "\(number)") == nil {
                try await tier.store(Data("\(number)".utf8), forKey: "\(number)")
            }
            #expect(try await tier.data(forKey: "\(number)") == Data("\(number)".utf8))
        }
    }
}
