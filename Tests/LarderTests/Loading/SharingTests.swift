import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Callers of one URL` {
    @Test func `a thousand share one request, and each gets every byte`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = .ok(String(repeating: "a", count: 20_000)).held(by: gate)
        let answers = try await withThrowingTaskGroup(of: ReadAnswer.self) { group in
            for _ in 0..<1000 { group.addTask { try await scene.load() } }
            try await scene.server.request(1)
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 1000 && answers.allSatisfy { $0.text.utf8.count == 20_000 })
        #expect(scene.requestCount == 1)
        #expect(answers.filter { !$0.cacheStatus.isCollapsed }.count == 1)
    }

    @Test(
        arguments: [
            ["Authorization": "bob"], ["Cookie": "b"], ["Accept": "image/png"], ["X": "1"],
        ] as [HTTPFields])
    func `what can change the answer keeps callers apart`(fields: HTTPFields) async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = ScriptedOrigin.Script
            .handler { .ok($0.fields["Authorization"] ?? "nobody") }.held(by: gate)
        async let first = scene.load("/x", ["Authorization": "ann"])
        async let second = scene.load("/x", fields)
        try await scene.server.request(2)
        gate.open()
        #expect(try await first.text == "ann")
        #expect(try await second.text == fields["Authorization"] ?? "nobody")
    }

    @Test func `a late caller gets the bytes that went by`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = .ok("0123456789", ["Cache-Control": "max-age=60"])
            .held(atBody: 5, by: gate)
        let first = try await scene.loader.response(for: Request(scene.server.url("/x")))
        var iterator = first.body.makeAsyncIterator()
        #expect(try await iterator.next() == Data("01234".utf8))
        async let late = scene.load()
        let second = try await scene.loader.response(for: Request(scene.server.url("/x")))
        #expect(second.cacheStatus.isCollapsed)
        gate.open()
        #expect(try await second.data() == Data("0123456789".utf8))
        #expect(try await late.text == "0123456789")
        #expect(try await iterator.next() == Data("56789".utf8))
        #expect(scene.requestCount == 1)
    }

    @Test func `an answer that must be confirmed is not for later callers`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = .inTurn(
            .ok("first", ["Cache-Control": "no-cache"]).held(atBody: 1, by: gate), .ok("second"))
        let first = try await scene.loader.response(for: Request(scene.server.url("/x")))
        #expect(try await scene.load().text == "second")
        gate.open()
        #expect(try await first.data() == Data("first".utf8))
    }

    @Test func `the last to leave closes the connection, not the first`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = .ok("abc").held(by: gate)
        let callers = (0..<3).map { _ in Task { try await scene.load() } }
        try await scene.server.request(1)
        callers[0].cancel()
        await #expect(throws: CancellationError.self) { try await callers[0].value }
        callers[1].cancel()
        await #expect(throws: CancellationError.self) { try await callers[1].value }
        #expect(scene.server.openConnectionCount == 1)
        callers[2].cancel()
        await #expect(throws: CancellationError.self) { try await callers[2].value }
        try await scene.server.openConnections(atMost: 0)
        await scene.loader.idle()
        scene.server["/x"] = .ok("abc")
        #expect(try await scene.load().text == "abc")
    }

    @Test func `dropping a body before its end ends the transfer`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .endless(["Cache-Control": "max-age=60"])
        let response = try await scene.loader.response(for: Request(scene.server.url("/x")))
        for try await chunk in response.body {
            #expect(!chunk.isEmpty)
            break
        }
        try await scene.server.openConnections(atMost: 0)
        await scene.loader.idle()
        #expect(scene.tier.keys == [])
        #expect(response.status == 200)
    }

    @Test func `a short answer that nobody reads is stored all the same`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("abc", ["Cache-Control": "max-age=60"])
        let url = scene.server.url("/x")
        #expect(try await scene.loader.response(for: Request(url)).status == 200)
        await scene.loader.idle()
        #expect(try await scene.load().cacheStatus.isHit)
    }

    @Test func `a failure reaches everybody and is not kept`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = ScriptedOrigin.Script.hangUp.held(by: gate)
        let callers = (0..<3).map { _ in Task { try await scene.load() } }
        try await scene.server.request(1)
        gate.open()
        for caller in callers {
            await #expect(throws: LoadError.self) { try await caller.value }
        }
        scene.server["/x"] = .ok("abc")
        #expect(try await scene.load().text == "abc")
    }

    @Test func `what was asked for before a change is not kept after it`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        let fields: HTTPFields = ["Cache-Control": "max-age=60"]
        scene.server["/x"] = .handler { request in
            request.method == .post ? .status(204) : .ok("old", fields).held(atBody: 1, by: gate)
        }
        let old = try await scene.loader.response(for: Request(scene.server.url("/x")))
        _ = try await scene.load(method: .post)
        gate.open()
        #expect(try await old.data() == Data("old".utf8))
        #expect(scene.tier.keys == [])
        scene.server["/x"] = .ok("new", fields)
        #expect(try await scene.load().text == "new")
    }
}
