import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Cache policies` {
    /// Stores an answer, waits, and loads again with `policy` while the server has a new one.
    private func load(
        _ policy: CachePolicy, control: String, after seconds: Double
    ) async throws -> (String, Int) {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": control, "ETag": "\"1\""]
        scene.server["/x"] = .inTurn(.ok("old", fields), .ok("new", fields))
        _ = try await scene.load()
        scene.wait(seconds)
        let text = try await scene.load(policy: policy).text
        return (text, scene.requestCount)
    }

    @Test(arguments: [
        (CachePolicy.standard, "max-age=60", 1.0, "old"), (.standard, "max-age=60", 60, "new"),
        (.immutable, "max-age=60", 1e9, "old"), (.immutable, "no-cache", 1, "old"),
        (.maxAge(.seconds(10)), "max-age=60", 9, "old"),
        (.maxAge(.seconds(10)), "max-age=60", 10, "new"),
        (.maxAge(.seconds(10)), "max-age=1", 9, "old"), (.reload, "max-age=60", 1, "new"),
        (.revalidate, "max-age=60", 1, "new"), (.cacheOnly, "max-age=60", 1e9, "old"),
        (.cacheElseOrigin, "max-age=60", 1e9, "old"), (.noStore, "max-age=60", 1, "new"),
    ])
    func `each uses what is stored as it says`(
        policy: CachePolicy, control: String, seconds: Double, expected: String
    ) async throws {
        let (text, count) = try await load(policy, control: control, after: seconds)
        #expect(text == expected && count == (expected == "old" ? 1 : 2))
    }

    @Test func `cacheOnly throws on a miss, and a look-up returns nil`() async throws {
        let scene = try LoaderScene()
        let request = Request(scene.server.url("/x"))
        await expectError(.notCached) { try await scene.load(policy: .cacheOnly) }
        #expect(try await scene.loader.cachedResponse(for: request) == nil)
        scene.server["/x"] = .ok("a")
        _ = try await scene.load()
        let found = try await scene.loader.cachedResponse(for: request)
        #expect(try await found?.data() == Data("a".utf8))
        try await scene.loader.remove(scene.server.url("/x"))
        #expect(try await scene.loader.cachedResponse(for: request) == nil)
        #expect(scene.requestCount == 1)
    }

    @Test func `reload and noStore ask the caches on the way not to answer`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60", "ETag": "\"1\""])
        for policy in [CachePolicy.reload, .noStore] {
            _ = try await scene.load(policy: policy)
            #expect(try scene.lastRequest().fields["Cache-Control"] == "no-cache")
            #expect(try scene.lastRequest().fields["Pragma"] == "no-cache")
            #expect(try scene.lastRequest().fields["If-None-Match"] == nil)
        }
    }

    @Test(
        arguments: [
            (.reload, ["Cache-Control": "x"], "x", "no-cache"),
            (.noStore, ["Pragma": "x"], "no-cache", "x"),
            (.revalidate, ["Cache-Control": "x"], "x", nil), (.revalidate, [:], "max-age=0", nil),
        ] as [(CachePolicy, HTTPFields, String?, String?)])
    func `Fetch: what the caller says to caches is not said again`(
        policy: CachePolicy, fields: HTTPFields, control: String?, pragma: String?
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a")
        _ = try await scene.load("/x", fields, policy: policy)
        #expect(try scene.lastRequest().fields["Cache-Control"] == control)
        #expect(try scene.lastRequest().fields["Pragma"] == pragma)
    }

    @Test func `noStore leaves nothing, reload stores`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60"])
        _ = try await scene.load(policy: .noStore)
        #expect(scene.tier.keys == [])
        _ = try await scene.load(policy: .reload)
        #expect(scene.tier.keys.count == 1)
    }

    @Test func `immutable does not make a failure last`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(.status(404, ["Cache-Control": "max-age=1"]), .ok("a"))
        #expect(try await scene.load(policy: .immutable).status == 404)
        scene.wait(1)
        #expect(try await scene.load(policy: .immutable).text == "a")
    }

    @Test func `what something else stored is used where age does not matter`() async throws {
        let scene = try LoaderScene()
        let key = scene.server.url("/x").absoluteString
        let attributes = EntryAttributes(storedAt: scene.clock.wallTime)
        _ = try await scene.tier.store(
            Entry(payload: Data("found".utf8), attributes: attributes), forKey: key)
        #expect(try await scene.load(policy: .immutable).text == "found")
        #expect(try await scene.load(policy: .cacheOnly).text == "found")
        scene.server["/x"] = .ok("fetched")
        #expect(try await scene.load().text == "fetched")
    }

    @Test func `a cache that fails costs hits and no answer`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60"])
        scene.tier.fail(with: LoadError(.other, "as asked"))
        #expect(try await scene.load().text == "a")
        scene.tier.fail(with: nil)
        #expect(try await scene.load().text == "a")
        #expect(try await scene.load().cacheStatus.isHit)
        #expect(scene.requestCount == 2)
    }
}
