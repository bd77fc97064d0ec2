import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `What JMImageCache gets wrong` {
    private let folder = TemporaryDirectory()
    private let keep: HTTPFields = ["Cache-Control": "max-age=60"]

    private func files() throws -> TieredCache {
        let memory = MemoryCache<String, Data>(capacity: .mebibytes(1)) { .bytes($0.count) }
        return TieredCache(memory, try DiskCache(directory: folder.url, capacity: nil))
    }

    @Test func `a look-up with a key looks under the key and not under the URL`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("by url", keep)
        _ = try await scene.load()
        let keyed = Request(scene.server.url("/x"), key: "mine")
        #expect(try await scene.loader.cachedResponse(for: keyed) == nil)
        scene.server["/x"] = .ok("by key", keep)
        #expect(try await scene.loader.response(for: keyed).data() == Data(text: "by key"))
        #expect(try await scene.load().text == "by url")
        let found = try #require(try await scene.loader.cachedResponse(for: keyed))
        #expect(try await found.data() == Data(text: "by key"))
    }

    @Test(arguments: [404, 500])
    func `an error whose body is a picture is no picture and does not replace one`(
        status: Int
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("picture", ["Cache-Control": "max-age=1"]),
            .status(status, body: Data.png))
        #expect(try await scene.loader.data(at: scene.server.url("/x")) == Data(text: "picture"))
        scene.wait(2)
        let error = await #expect(throws: LoadError.self) {
            try await scene.loader.data(at: scene.server.url("/x"))
        }
        #expect(error?.code == .status)
    }

    @Test func `a body that breaks off is not kept`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("half of it", keep).claiming(length: 100), .ok("whole", keep))
        await expectError(.truncated) { try await scene.load() }
        #expect(try await scene.load().text == "whole")
    }

    @Test func `two who ask for one URL fetch it once`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = .ok("picture", keep).held(by: gate)
        async let first = scene.load()
        async let second = scene.load()
        try await scene.server.request(1)
        gate.open()
        #expect(try await [first.text, second.text] == ["picture", "picture"])
        #expect(scene.requestCount == 1)
    }

    @Test func `what was stored by hand is there after a restart`() async throws {
        try await files().store(Data(text: "mine"), forKey: "a")
        #expect(try await files().text("a") == "mine")
    }

    @Test func `what is stored just after everything was removed stays`() async throws {
        let files = try files()
        for round in 0..<50 {
            try await files.removeAll()
            try await files.store(Data(text: "\(round)"), forKey: "a")
            #expect(try await files.text("a") == "\(round)")
        }
        #expect(try await self.files().text("a") == "49")
    }

    @MainActor @Test func `successes and failures come back to where they were asked for`()
        async throws
    {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("picture")
        _ = try await scene.loader.data(at: scene.server.url("/x"))
        MainActor.assertIsolated()
        do {
            _ = try await scene.loader.data(at: scene.server.url("/missing"))
            Issue.record("A 404 is a failure.")
        } catch {
            MainActor.assertIsolated()
        }
    }

    @Test func `an empty key is a key like any other`() async throws {
        let files = try files()
        try await files.store(Data(text: "x"), forKey: "")
        #expect(try await files.text("") == "x")
        #expect(try await files.text("nil") == nil)
    }

    @Test func `freshness is looked at, and what is stale is confirmed`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .file(
            Data(text: "picture"), ["Cache-Control": "max-age=60", "ETag": "\"1\""])
        _ = try await scene.load()
        scene.wait(59)
        #expect(try await scene.load().cacheStatus.isHit)
        scene.wait(1)
        #expect(try await scene.load().cacheStatus.forwardStatus == 304)
        #expect(scene.requestCount == 2)
    }
}
