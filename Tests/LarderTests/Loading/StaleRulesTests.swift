import Larder
import LarderTesting
import Synchronization
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `HTTP's rules for stale answers` {
    @Test func `23: old now, one check in the background, new next`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        let fields: HTTPFields = ["Cache-Control": "max-age=1, stale-while-revalidate=3600"]
        scene.server["/x"] = .inTurn(.ok("old", fields), .ok("new", fields).held(by: gate))
        _ = try await scene.load()
        scene.wait(30)
        for _ in 0..<3 {
            let answer = try await scene.load()
            #expect(answer.text == "old" && answer.response.isStale)
        }
        gate.open()
        await scene.loader.idle()
        #expect(try await scene.load().text == "new")
        #expect(scene.requestCount == 2)
    }

    @Test(arguments: [
        "max-age=1, stale-while-revalidate=1",
        "max-age=1, stale-while-revalidate=60, must-revalidate",
        "max-age=1, stale-while-revalidate=60, no-cache",
    ])
    func `23: past the window, or forbidden, the caller waits`(control: String) async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": control]
        scene.server["/x"] = .inTurn(.ok("old", fields), .ok("new", fields))
        _ = try await scene.load()
        scene.wait(3)
        #expect(try await scene.load().text == "new")
    }

    @Test func `23: a request that states how fresh it must be waits`() async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "max-age=1, stale-while-revalidate=3600"]
        scene.server["/x"] = .inTurn(.ok("old", fields), .ok("new", fields))
        _ = try await scene.load()
        scene.wait(30)
        #expect(try await scene.load("/x", ["Cache-Control": "max-age=60"]).text == "new")
    }

    @Test func `23: the check in the background is about the whole`() async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "max-age=1, stale-while-revalidate=3600"]
        scene.server["/x"] = .inTurn(.ok("old", fields), .ok("new", fields))
        _ = try await scene.load()
        scene.wait(30)
        let part = try await scene.load(
            "/x", ["Range": "bytes=0-0", "If-Range": "\"1\"", "If-None-Match": "\"2\""])
        #expect(part.text == "old")
        await scene.loader.idle()
        #expect(try scene.lastRequest().fields["Range"] == nil)
        #expect(try scene.lastRequest().fields["If-Range"] == nil)
        #expect(try scene.lastRequest().fields["If-None-Match"] == nil)
        #expect(try await scene.load().text == "new")
    }

    static let failures: [ScriptedOrigin.Script] = [
        .status(500), .status(502), .status(503), .status(504), .hangUp, .reset,
    ]

    @Test(arguments: failures.indices)
    func `24: stale-if-error stands in for a failure`(index: Int) async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "max-age=1, stale-if-error=60"]
        scene.server["/x"] = .inTurn(.ok("old", fields), Self.failures[index])
        _ = try await scene.load()
        scene.wait(30)
        let answer = try await scene.load()
        #expect(answer.status == 200 && answer.text == "old" && answer.response.isStale)
        #expect(scene.requestCount >= 2)
    }

    @Test func `24: a request may allow it too`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(.ok("old", ["Cache-Control": "max-age=1"]), .status(503))
        _ = try await scene.load()
        scene.wait(3)
        let answer = try await scene.load("/x", ["Cache-Control": "stale-if-error=60"])
        #expect(answer.text == "old")
    }

    @Test(arguments: [
        ("max-age=0, stale-if-error=60", true), ("min-fresh=5, stale-if-error=60", true),
        ("max-age=0", false), ("no-cache, stale-if-error=60", false),
        ("max-age=0, stale-if-error=1", false), ("max-age=0, stale-if-error=x", false),
    ])
    func `24: a request that wants a young answer may take an old one on an error`(
        control: String, isServed: Bool
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(.ok("old", ["Cache-Control": "max-age=1"]), .status(503))
        _ = try await scene.load()
        scene.wait(3)
        let answer = try await scene.load("/x", ["Cache-Control": control])
        #expect(answer.status == (isServed ? 200 : 503))
    }

    @Test(arguments: [(404, "max-age=1, stale-if-error=60"), (503, "max-age=1, stale-if-error=1")])
    func `24: a 404 is an answer, and a window ends`(
        status: Int, control: String
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(.ok("old", ["Cache-Control": control]), .status(status))
        _ = try await scene.load()
        scene.wait(3)
        #expect(try await scene.load().status == status)
    }

    @Test(arguments: [
        "max-age=1, must-revalidate", "no-cache", "max-age=1, must-revalidate, stale-if-error=60",
    ])
    func `25: what must be confirmed is an error when nobody can be reached`(
        control: String
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("old", ["Cache-Control": control])
        _ = try await scene.load()
        scene.wait(3)
        scene.server.stop()
        await expectError(.connectionRefused) { try await scene.load() }
        await expectError(.connectionRefused) {
            try await scene.load("/x", ["Cache-Control": "max-stale=3600, stale-if-error=3600"])
        }
    }

    @Test func `what may be stale is handed out, marked, when nobody can be reached`() async throws
    {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("old", ["Cache-Control": "max-age=1"])
        _ = try await scene.load()
        scene.wait(3)
        scene.server.stop()
        let answer = try await scene.load()
        #expect(answer.text == "old" && answer.response.isStale && !answer.cacheStatus.isHit)
        #expect(answer.cacheStatus.detail == "connectionRefused")
        await expectError(.connectionRefused) { try await scene.load(policy: .revalidate) }
        await expectError(.connectionRefused) {
            try await scene.load("/x", ["Cache-Control": "no-cache"])
        }
    }

    @Test(arguments: ["max-age=1", "max-age=1, stale-if-error=1", "max-age=1, must-revalidate"])
    func `a server that hangs up is asked again where nothing stored may stand in`(
        control: String
    ) async throws {
        let lost = LoadError(.connectionLost, "as asked")
        let scene = try LoaderScene {
            $0.origin = OnceOrigin(control, then: lost, times: 1)
            $0.retry = .standard
        }
        _ = try await scene.load()
        scene.wait(3)
        let isServed = control == "max-age=1"
        async let answer = scene.load()
        if !isServed {
            try await scene.clock.waitForSleepers()
            scene.clock.advance(by: .seconds(1))
        }
        #expect(try await answer.text == (isServed ? "old" : "new"))
        #expect(try await answer.response.isStale == isServed)
    }

    @Test func `a server that fails and wants to be asked later is, beside a stale answer`()
        async throws
    {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server["/x"] = .inTurn(
            .ok("old", ["Cache-Control": "max-age=1"]), .status(503, ["Retry-After": "7"]),
            .ok("new"))
        _ = try await scene.load()
        scene.wait(3)
        async let answer = scene.load()
        try await scene.clock.waitForSleepers()
        scene.clock.advance(by: .seconds(7))
        #expect(try await answer.text == "new")
    }

    /// An origin that answers once, then fails so many times, and then answers anew.
    private final class OnceOrigin: Origin {
        private let control: String
        private let failure: LoadError
        private let times: Int
        private let requests = Mutex(0)

        init(_ control: String = "max-age=1", then failure: LoadError, times: Int = .max) {
            self.control = control
            self.failure = failure
            self.times = times
        }

        func send(_ request: OriginRequest) async throws -> OriginResponse {
            let earlier = requests.withLock { count in
                defer { count += 1 }
                return count
            }
            guard earlier == 0 || earlier > times else { throw failure }
            let body = Data((earlier == 0 ? "old" : "new").utf8)
            return OriginResponse(
                status: 200, fields: ["Cache-Control": control], body: Body(body))
        }
    }

    @Test(arguments: [
        (LoadError.Code.timedOut, false, true), (.timedOut, true, false),
        (.hostNotFound, false, true), (.connectionLost, false, true),
        (.connectionLost, true, false), (.tls, false, false), (.forbiddenAddress, false, false),
    ])
    func `silence and hanging up are being unreachable, an answer that broke off is not`(
        code: LoadError.Code, hasHead: Bool, isServed: Bool
    ) async throws {
        let head = LoadError.ResponseHead(status: 200, fields: [:])
        let failure = LoadError(code, "as asked", response: hasHead ? head : nil)
        let scene = try LoaderScene { $0.origin = OnceOrigin(then: failure) }
        _ = try await scene.load()
        scene.wait(3)
        guard isServed else { return await expectError(code) { try await scene.load() } }
        #expect(try await scene.load().cacheStatus.detail == code.description)
    }

    @Test(arguments: [LoadError.Code.invalidRequest, .forbiddenAddress])
    func `24: what was refused here is no failure of the origin`(code: LoadError.Code) async throws
    {
        let scene = try LoaderScene { $0.origin = OnceOrigin(then: LoadError(code, "as asked")) }
        _ = try await scene.load()
        scene.wait(3)
        await expectError(code) {
            try await scene.load("/x", ["Cache-Control": "stale-if-error=60"])
        }
    }

    @Test func `26: fresh immutable content is not asked about again`() async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "max-age=60, immutable", "ETag": "\"1\""]
        scene.server["/x"] = .inTurn(.ok("a", fields), .status(304, fields))
        _ = try await scene.load()
        #expect(try await scene.load(policy: .revalidate).cacheStatus.isHit)
        #expect(try await scene.load("/x", ["Cache-Control": "max-age=0"]).cacheStatus.isHit)
        #expect(scene.requestCount == 1)
        scene.wait(60)
        _ = try await scene.load(policy: .revalidate)
        #expect(try scene.lastRequest().fields["If-None-Match"] == "\"1\"")
        #expect(try scene.lastRequest().fields["Cache-Control"] == "max-age=0")
    }

    @Test func `26: immutable alone is no lifetime`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "immutable"])
        _ = try await scene.load()
        _ = try await scene.load()
        #expect(scene.requestCount == 2)
    }
}
