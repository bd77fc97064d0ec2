import LarderTesting
import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Going on with what broke off` {
    private static let strong: HTTPFields = ["ETag": "\"1\"", "Cache-Control": "max-age=60"]

    static let points: [(HTTPFields, Int, String?)] = [
        (["ETag": "\"1\""], 5, "\"1\""), (["ETag": "W/\"1\""], 5, nil), ([:], 5, nil),
        (["ETag": "\"1\""], 0, nil), (["ETag": "\"1\"", "Content-Length": "5"], 5, nil),
        (["ETag": "\"1\"", "Content-Encoding": "gzip"], 5, nil),
        (["ETag": "\"1\"", "Accept-Ranges": "none"], 5, nil),
        (["Last-Modified": date(-99)], 5, date(-99)),
    ]

    @Test(arguments: points)
    func `only strong validators and plain bodies`(
        fields: HTTPFields, received: Int, condition: String?
    ) {
        #expect(ResumePoint(stored(fields), received: received)?.condition == condition)
    }

    @Test(
        arguments: [
            (206, ["Content-Range": "bytes 5-9/10"], ResumePoint.Verdict.goesOn),
            (206, ["Content-Range": "bytes 5-9/10", "ETag": "\"1\""], .goesOn),
            (206, ["Content-Range": "bytes 5-9/10", "ETag": "\"2\""], .isUseless),
            (206, ["Content-Range": "bytes 5-9/*"], .goesOn),
            (206, ["Content-Range": "bytes 5-8/10"], .isUseless),
            (206, ["Content-Range": "bytes 4-9/10"], .isUseless),
            (206, ["Content-Range": "bytes 5-10/11"], .isUseless), (206, [:], .isUseless),
            (206, ["Content-Range": "bytes 5-9/10", "Content-Encoding": "gzip"], .isUseless),
            (200, [:], .startsAnew), (416, ["Content-Range": "bytes */10"], .isUseless),
        ] as [(Int, HTTPFields, ResumePoint.Verdict)])
    func `the rest must fit the beginning`(
        status: Int, fields: HTTPFields, verdict: ResumePoint.Verdict
    ) throws {
        let head = stored(["ETag": "\"1\"", "Content-Length": "10"])
        let point = try #require(ResumePoint(head, received: 5))
        #expect(point.fields == ["Range": "bytes=5-", "If-Range": "\"1\""])
        #expect(point.judge(status: status, fields: fields) == verdict)
    }

    @Test(
        arguments: [
            ([:], true), (["Last-Modified": date(-99)], true),
            (["Last-Modified": date(-98)], false),
        ] as [(HTTPFields, Bool)])
    func `§3.4 a rest that was modified at another time does not fit`(
        fields: HTTPFields, fits: Bool
    ) throws {
        let point = try #require(ResumePoint(stored(["Last-Modified": date(-99)]), received: 5))
        var answer = fields
        answer["Content-Range"] = "bytes 5-9/10"
        #expect(point.judge(status: 206, fields: answer) == (fits ? .goesOn : .isUseless))
    }

    private static let bytes = Data(
        (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) })

    /// Sends `bytes` from where the request asks, and breaks off the first time.
    private static func resumable(cutAt cut: Int) -> ScriptedOrigin.Script {
        .inTurn(
            ScriptedOrigin.Script.ok(bytes, strong).cut(afterBody: cut),
            .handler { request in
                guard let range = request.fields["Range"], request.fields["If-Range"] == "\"1\"",
                    let first = Int(range.dropFirst(6).dropLast())
                else { return .ok(bytes, strong) }
                var fields = strong
                fields["Content-Range"] = "bytes \(first)-\(bytes.count - 1)/\(bytes.count)"
                return .status(206, fields, body: bytes[first...])
            })
    }

    @Test func `a load goes on by itself, and callers notice nothing`() async throws {
        let scene = try LoaderScene { $0.retry = .standard }
        scene.server["/x"] = Self.resumable(cutAt: 100_000)
        async let answer = scene.load()
        try await scene.clock.waitForSleepers()
        scene.clock.advance(by: .seconds(1))
        #expect(try await answer.response.status == 200)
        let kept = try await scene.loader.cachedResponse(for: Request(scene.server.url("/x")))
        #expect(try await kept?.data() == Self.bytes)
        #expect(try scene.lastRequest().fields["If-Range"] == "\"1\"")
        #expect(scene.requestCount == 2 && scene.tier.keys.count == 1)
    }

    @Test(arguments: [100_000, 270_000])
    func `a later load, after a restart too, goes on where it broke off`(cut: Int) async throws {
        let scene = try LoaderScene { $0.window = .kibibytes(128) }
        scene.server["/x"] = Self.resumable(cutAt: cut)
        let url = scene.server.url("/x")
        await #expect(throws: LoadError.self) { try await scene.loader.data(at: url) }
        #expect(scene.tier.keys == [url.absoluteString + "\npartial"])
        var configuration = scene.loader.configuration
        configuration.time = scene.clock.timeSource
        let restarted = Loader(cache: scene.tier, configuration: configuration)
        let response = try await restarted.response(for: Request(url))
        #expect(response.status == 200 && response.fields["Content-Range"] == nil)
        #expect(response.fields["Content-Length"] == "300000")
        #expect(response.cacheStatus.forwardReason == .partial)
        #expect(try await response.data() == Self.bytes)
        #expect(response.wireBytes < Self.bytes.count - cut + 2000)
        #expect(scene.tier.keys == [url.absoluteString])
        #expect(try await restarted.response(for: Request(url)).cacheStatus.isHit)
    }

    @Test func `a server that changed its mind starts anew`() async throws {
        let scene = try LoaderScene()
        let other = Data("something else".utf8)
        scene.server["/x"] = .inTurn(
            ScriptedOrigin.Script.ok(Self.bytes, Self.strong).cut(afterBody: 100_000),
            .ok(other, ["ETag": "\"2\"", "Cache-Control": "max-age=60"]))
        let url = scene.server.url("/x")
        await #expect(throws: LoadError.self) { try await scene.loader.data(at: url) }
        #expect(try await scene.loader.data(at: url) == other)
        #expect(scene.tier.keys == [url.absoluteString])
    }

    @Test func `a rest that does not fit is dropped and the whole is fetched`() async throws {
        let scene = try LoaderScene()
        var wrong = Self.strong
        wrong["Content-Range"] = "bytes 0-299999/300000"
        scene.server["/x"] = .inTurn(
            ScriptedOrigin.Script.ok(Self.bytes, Self.strong).cut(afterBody: 100_000),
            .status(206, wrong, body: Self.bytes), .ok(Self.bytes, Self.strong))
        let url = scene.server.url("/x")
        await #expect(throws: LoadError.self) { try await scene.loader.data(at: url) }
        #expect(try await scene.loader.data(at: url) == Self.bytes)
        #expect(scene.tier.keys == [url.absoluteString])
        #expect(scene.requestCount == 3)
    }

    @Test(
        arguments: [
            ["ETag": "\"1\"", "Cache-Control": "no-store"], ["ETag": "W/\"1\""], [:],
        ] as [HTTPFields])
    func `what may not be kept, or not be joined, leaves no part`(fields: HTTPFields) async throws {
        let scene = try LoaderScene { $0.window = .kibibytes(16) }
        scene.server["/x"] = ScriptedOrigin.Script.ok(Self.bytes, fields).cut(afterBody: 200_000)
        await #expect(throws: LoadError.self) { try await scene.load() }
        #expect(scene.tier.keys == [] && scene.tier.written == 0)
    }

    @Test func `a caller who leaves leaves a part, and another identity gets none of it`()
        async throws
    {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        scene.server["/x"] = ScriptedOrigin.Script.ok(Self.bytes, Self.strong)
            .held(atBody: 100_000, by: gate)
        let request = Request(scene.server.url("/x"), fields: ["Authorization": "ann"])
        let response = try await scene.loader.response(for: request)
        var count = 0
        for try await chunk in response.body {
            count += chunk.count
            if count == 100_000 { break }
        }
        await scene.loader.idle()
        #expect(scene.tier.keys.count == 1)
        gate.open()
        _ = try await scene.load("/x", ["Authorization": "bob"])
        #expect(try scene.lastRequest().fields["Range"] == nil)
        _ = try await scene.load("/x", ["Authorization": "ann"])
        #expect(try scene.lastRequest().fields["Range"] == "bytes=100000-")
    }

    @Test func `a change of the URL drops the part`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            ScriptedOrigin.Script.ok(Self.bytes, Self.strong).cut(afterBody: 100_000), .status(204))
        await #expect(throws: LoadError.self) { try await scene.load() }
        _ = try await scene.load(method: .put)
        #expect(scene.tier.keys == [])
    }
}
