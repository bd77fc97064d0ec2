import LarderTesting
import Testing

@testable import Larder

@Suite struct `Trying again` {
    @Test(arguments: [(2, 500), (3, 1000), (4, 2000), (9, 10_000), (60, 10_000)])
    func `waits grow and are drawn in full`(attempt: Int, most: Int) {
        let policy = RetryPolicy(attempts: 100)
        var random = SeededGenerator(seed: 1)
        let waits = (0..<200).compactMap { _ in policy.delay(before: attempt, random: &random) }
        #expect(waits.count == 200 && waits.allSatisfy { $0 >= .zero && $0 <= .milliseconds(most) })
        #expect((waits.max() ?? .zero) > .milliseconds(most) * 0.9)
        #expect((waits.min() ?? .zero) < .milliseconds(most) * 0.1)
    }

    @Test func `a wait of any length can be reckoned with`() {
        let forEver = Duration.seconds(Int64.max) * 10
        let policy = RetryPolicy(attempts: 99, firstDelay: forEver, longestDelay: forEver)
        var random = SeededGenerator(seed: 1)
        for attempt in [2, 9, 99] {
            #expect(policy.delay(before: attempt, random: &random).map { $0 > .seconds(1) } == true)
        }
    }

    @Test(arguments: [(Int.min, 0), (-1, 0), (0, 0), (2, 2), (Int.max, 1000)])
    func `any budget can be reckoned with`(retries: Int, most: Int) {
        var budget = RetryBudget(retries)
        budget.earn()
        #expect((0..<1000).count { _ in budget.spend() } == most)
    }

    @Test func `the server's own wish is obeyed, unless it is too long`() {
        let policy = RetryPolicy.standard
        var random = SeededGenerator(seed: 1)
        #expect(policy.delay(before: 2, retryAfter: .seconds(7), random: &random) == .seconds(7))
        #expect(policy.delay(before: 2, retryAfter: .seconds(31), random: &random) == nil)
        #expect(policy.delay(before: 4, random: &random) == nil)
        #expect(RetryPolicy.never.delay(before: 2, random: &random) == nil)
    }

    @Test func `a budget that is spent is earned again by successes`() {
        var budget = RetryBudget(2)
        let spent = (0..<3).map { _ in budget.spend() }
        #expect(spent == [true, true, false])
        for _ in 0..<9 { budget.earn() }
        let early = budget.spend()
        budget.earn()
        let late = (0..<2).map { _ in budget.spend() }
        #expect(!early && late == [true, false])
    }

    @Test func `a failure is tried again after its time, and no sooner`() async throws {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server["/x"] = .inTurn(
            .hangUp, .status(503, ["Retry-After": "7"]), .ok("at last"))
        async let answer = scene.load()
        try await scene.clock.waitForSleepers()
        #expect(scene.requestCount == 1)
        scene.clock.advance(by: .milliseconds(500))
        try await scene.server.request(2)
        try await scene.clock.waitForSleepers()
        scene.clock.advance(by: .milliseconds(6_999))
        #expect(scene.clock.sleeperCount == 1 && scene.requestCount == 2)
        scene.clock.advance(by: .milliseconds(1))
        #expect(try await answer.text == "at last")
    }

    @Test(
        arguments: [
            (503, [:]), (500, ["Retry-After": "x"]), (404, ["Retry-After": "1"]),
            (503, ["Retry-After": "1", "Cache-Control": "max-age=60"]),
        ] as [(Int, HTTPFields)])
    func `a failure that asks for no other attempt is the answer`(
        status: Int, fields: HTTPFields
    ) async throws {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server["/x"] = .status(status, fields)
        #expect(try await scene.load().status == status)
        #expect(scene.requestCount == 1)
    }

    @Test(arguments: [408, 425])
    func `a status that asks for it is tried again`(status: Int) async throws {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server["/x"] = .inTurn(.status(status), .ok("at last"))
        async let answer = scene.load()
        try await scene.clock.waitForSleepers()
        scene.clock.advance(by: .seconds(1))
        #expect(try await answer.text == "at last")
    }

    @Test func `a policy may name more statuses`() async throws {
        let scene = try LoaderScene { $0.retry = RetryPolicy(statuses: RetryPolicy.failures) }
        scene.server["/x"] = .inTurn(.status(500), .ok("at last"))
        async let answer = scene.load()
        try await scene.clock.waitForSleepers()
        scene.clock.advance(by: .seconds(1))
        #expect(try await answer.text == "at last")
    }

    @Test func `where nobody listens nobody is asked again`() async throws {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server.stop()
        await expectError(.connectionRefused) { try await scene.load() }
    }

    @Test func `trying again is the default`() {
        #expect(Loader.Configuration().retry == .standard)
    }

    @Test func `a POST is never sent twice`() async throws {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server["/x"] = .status(503)
        #expect(try await scene.load(method: .post).status == 503)
        scene.server["/x"] = .hangUp
        await #expect(throws: LoadError.self) { try await scene.load(method: .post) }
        #expect(scene.requestCount == 2)
    }

    @Test func `nothing is tried again after the caller left`() async throws {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server["/x"] = .hangUp
        let caller = Task { try await scene.load() }
        try await scene.clock.waitForSleepers()
        caller.cancel()
        await #expect(throws: CancellationError.self) { try await caller.value }
        await scene.loader.idle()
        #expect(scene.clock.sleeperCount == 0 && scene.requestCount == 1)
    }

    @Test func `what may be stale is not waited for`() async throws {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server["/x"] = .inTurn(
            .ok("old", ["Cache-Control": "max-age=1, stale-if-error=60"]), .status(503))
        _ = try await scene.load()
        scene.wait(2)
        #expect(try await scene.load().text == "old")
        #expect(scene.requestCount == 2)
    }
}
