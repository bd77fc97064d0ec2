import Foundation
import Larder
import LarderTesting
import Testing

@testable import LarderRedis

/// Of the machines that want one URL, one asks the origin: loaders over memory, disk and engine.
@Suite(.enabled(if: TestEngine.isInstalled, TestEngine.missing))
struct FleetLoadingTests {
    private static let shared = Result { try TestEngine() }
    private let engine: TestEngine
    private let origin: ScriptedOrigin
    private let clock = ManualClock()

    init() throws {
        engine = try Self.shared.get()
        origin = try ScriptedOrigin()
    }

    private func fleet(of count: Int) throws -> [Machine] {
        try engine.fleet(of: count, clock: clock)
    }

    /// What each machine gets for `/x` when all ask at once.
    private func loadEverywhere(
        _ machines: [Machine], _ fields: HTTPFields = [:]
    ) async throws -> [String] {
        let url = origin.url("/x")
        return try await withThrowingTaskGroup(of: String.self) { group in
            for machine in machines { group.addTask { try await machine.text(url, fields) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    @Test func `a cold URL is fetched once`() async throws {
        origin["/x"] = .ok("a", ["Cache-Control": "max-age=60"])
        let machines = try fleet(of: 4)
        #expect(try await loadEverywhere(machines) == ["a", "a", "a", "a"])
        #expect(origin.requests.count == 1)
    }

    @Test func `a stale one is confirmed once, and fetched once when it has changed`() async throws
    {
        let first = ["Cache-Control": "max-age=60", "ETag": "\"1\""] as HTTPFields
        origin["/x"] = .ok("a", first)
        let machines = try fleet(of: 4)
        _ = try await loadEverywhere(machines)
        clock.advance(by: .seconds(60))
        origin["/x"] = .status(304, first)
        #expect(try await loadEverywhere(machines) == ["a", "a", "a", "a"])
        #expect(origin.requests.count == 2)
        #expect(origin.requests.last?.fields["If-None-Match"] == "\"1\"")
        clock.advance(by: .seconds(60))
        origin["/x"] = .ok("b", ["Cache-Control": "max-age=60"])
        #expect(try await loadEverywhere(machines) == ["b", "b", "b", "b"])
        #expect(origin.requests.count == 3)
    }

    @Test func `a stale one is confirmed once in the background too`() async throws {
        let fields =
            ["Cache-Control": "max-age=60, stale-while-revalidate=60", "ETag": "\"1\""]
            as HTTPFields
        origin["/x"] = .ok("a", fields)
        let machines = try fleet(of: 3)
        _ = try await loadEverywhere(machines)
        clock.advance(by: .seconds(60))
        origin["/x"] = .ok("b", fields)
        #expect(try await loadEverywhere(machines) == ["a", "a", "a"])
        for machine in machines { await machine.loader.idle() }
        #expect(origin.requests.count == 2)
        #expect(try await loadEverywhere(machines) == ["b", "b", "b"])
    }

    @Test(
        arguments: [
            ["Cache-Control": "no-store"], ["Cache-Control": "private, max-age=60"],
            ["Cache-Control": "max-age=60, private=\"x\""], ["Vary": "*"],
        ] as [HTTPFields])
    func `nobody waits for the body of an answer that others do not get`(
        fields: HTTPFields
    ) async throws {
        let gate = ScriptedOrigin.Gate()
        origin["/x"] = .ok("a", fields).held(atBody: 0, by: gate)
        let machines = try fleet(of: 2)
        async let texts = loadEverywhere(machines)
        try await origin.request(2)
        gate.open()
        #expect(try await texts == ["a", "a"])
        #expect(try await machines[0].redis.data(forKey: origin.url("/x").absoluteString) == nil)
    }

    @Test func `answers to credentials enter no shared tier and nobody waits for them`()
        async throws
    {
        let gate = ScriptedOrigin.Gate()
        origin["/x"] = .ok("a", ["Cache-Control": "public, s-maxage=60"]).held(by: gate)
        let machines = try fleet(of: 3)
        async let texts = loadEverywhere([machines[0]], ["Authorization": "ann"])
        try await origin.request(1)
        async let others = loadEverywhere([machines[1]], ["Cookie": "b"])
        try await origin.request(2)
        gate.open()
        _ = try await (texts, others)
        let key = origin.url("/x").absoluteString
        #expect(try await machines[2].redis.data(forKey: key) == nil)
        #expect(try await machines[0].disk.data(forKey: key) != nil)
    }

    @Test func `after a fetch that failed or was given up the others go themselves`() async throws {
        origin["/x"] = .inTurn(.hangUp, .ok("a", ["Cache-Control": "max-age=60"]))
        let machines = try fleet(of: 2)
        await #expect(throws: LoadError.self) { try await machines[0].text(origin.url("/x")) }
        #expect(try await machines[1].text(origin.url("/x")) == "a")
        let gate = ScriptedOrigin.Gate()
        origin["/y"] = .inTurn(
            ScriptedOrigin.Script.ok("b").held(by: gate), .ok("b", ["Cache-Control": "max-age=60"]))
        let url = origin.url("/y")
        let leaving = Task { try await machines[0].text(url) }
        try await origin.request(3)
        async let text = machines[1].text(url)
        leaving.cancel()
        #expect(try await text == "b")
        gate.open()
    }

    @Test func `answers to different requests are fetched once each`() async throws {
        origin["/x"] = .handler {
            .ok($0.fields["Accept"] ?? "", ["Vary": "Accept", "Cache-Control": "max-age=60"])
        }
        let machines = try fleet(of: 3)
        async let pngs = loadEverywhere(machines, ["Accept": "png"])
        async let webps = loadEverywhere(machines, ["Accept": "webp"])
        #expect(try await pngs == ["png", "png", "png"])
        #expect(try await webps == ["webp", "webp", "webp"])
        #expect(origin.requests.count == 2)
    }

    @Test func `without an engine each machine asks for itself`() async throws {
        let engine = try TestEngine()
        let machines = try engine.fleet(of: 2, clock: clock)
        engine.stop()
        origin["/x"] = .ok("a", ["Cache-Control": "max-age=60"])
        #expect(try await loadEverywhere(machines) == ["a", "a"])
        #expect(try await loadEverywhere(machines) == ["a", "a"])
        #expect(origin.requests.count == 2)
    }
}
