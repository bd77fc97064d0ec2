import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Parts that came by themselves.
@Suite struct `RFC 9111 §3.3 and §3.4 Parts` {
    private static let digits = "0123456789"
    private static let fresh: HTTPFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]

    /// The part of the digits that a request asks for; all of them without a range.
    private static func serve(
        _ fields: HTTPFields = fresh, length: String = "10"
    ) -> ScriptedOrigin.Script {
        .handler { request in
            guard let range = request.fields["Range"].flatMap(ByteRange.init)?.resolved(in: 10)
            else { return .ok(digits, fields) }
            var fields = fields
            fields["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            return .status(206, fields, body: Array(digits.utf8)[range])
        }
    }

    @Test(arguments: [
        ("bytes=5-9", "56789"), ("bytes=-5", "56789"), ("bytes=6-8", "678"), ("bytes=6-", "6789"),
        ("bytes=-1", "9"), ("bytes=5-99", "56789"),
    ])
    func `a part answers requests for what it holds`(range: String, text: String) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = Self.serve(["Cache-Control": "max-age=60", "A": "1"])
        let first = try await scene.load("/x", ["Range": "bytes=-5"])
        #expect(first.status == 206 && first.cacheStatus.isStored)
        scene.wait(3)
        let answer = try await scene.load("/x", ["Range": range])
        #expect(answer.status == 206 && answer.text == text && answer.cacheStatus.isHit)
        #expect(answer.fields["A"] == "1" && answer.fields["Age"] == "3")
        #expect(answer.fields["Content-Length"] == String(text.utf8.count))
        let start = text.first.map(String.init) ?? ""
        #expect(answer.fields["Content-Range"] == "bytes \(start)-\(text.last ?? "x")/10")
        #expect(scene.requestCount == 1)
    }

    @Test(
        arguments: [
            ["Range": "bytes=4-8"], ["Range": "bytes=0-"], ["Range": "bytes=-6"], [:],
            ["Range": "bytes=5-6,8-9"], ["Range": "bytes=5-9", "If-Range": "\"2\""],
            ["Range": "bytes=5-9", "Cache-Control": "no-cache"],
            ["Range": "bytes=5-9", "Authorization": "ann"],
        ] as [HTTPFields])
    func `a part answers nothing else`(fields: HTTPFields) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = Self.serve()
        _ = try await scene.load("/x", ["Range": "bytes=-5"])
        #expect(try await !scene.load("/x", fields).cacheStatus.isHit)
        #expect(scene.requestCount == 2)
    }

    @Test(
        arguments: [
            ["Cache-Control": "max-age=1"], ["Cache-Control": "no-store"], ["Vary": "*"],
            ["Cache-Control": "max-age=60", "Content-Encoding": "utf-8"],
            ["Cache-Control": "max-age=60", "Content-Range": "bytes 4-9/10"],
            ["Cache-Control": "max-age=60", "Content-Range": "bytes 5-9/7"],
        ] as [HTTPFields])
    func `a part that is stale, forbidden or unsure is not used`(fields: HTTPFields) async throws {
        let scene = try LoaderScene()
        var answer = fields
        if answer["Content-Range"] == nil { answer["Content-Range"] = "bytes 5-9/10" }
        scene.server["/x"] = .status(206, answer, body: "56789".utf8)
        _ = try await scene.load("/x", ["Range": "bytes=5-9"])
        scene.wait(1)
        _ = try await scene.load("/x", ["Range": "bytes=5-9"])
        #expect(scene.requestCount == 2)
    }

    @Test func `of a whole of unknown length only what has both ends is known`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = Self.serve(length: "*")
        _ = try await scene.load("/x", ["Range": "bytes=5-9"])
        #expect(try await scene.load("/x", ["Range": "bytes=6-7"]).text == "67")
        #expect(scene.requestCount == 1)
        _ = try await scene.load("/x", ["Range": "bytes=-2"])
        #expect(scene.requestCount == 2)
    }

    @Test func `parts of one content become one, and in the end the whole`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = Self.serve()
        for range in ["bytes=4-5", "bytes=2-3", "bytes=5-7"] {
            _ = try await scene.load("/x", ["Range": range])
        }
        let joined = try await scene.load("/x", ["Range": "bytes=2-7"])
        #expect(joined.text == "234567" && joined.cacheStatus.isHit)
        _ = try await scene.load("/x", ["Range": "bytes=8-9"])
        _ = try await scene.load("/x", ["Range": "bytes=0-1"])
        let whole = try await scene.load()
        #expect(whole.status == 200 && whole.text == Self.digits && whole.cacheStatus.isHit)
        #expect(whole.fields["Content-Range"] == nil && whole.fields["Content-Length"] == "10")
        #expect(scene.requestCount == 5 && scene.tier.keys.count == 1)
    }

    @Test(arguments: ["W/\"1\"", "\"2\"", ""])
    func `parts that may be of different contents are never joined`(tag: String) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = Self.serve()
        _ = try await scene.load("/x", ["Range": "bytes=0-4"])
        scene.server["/x"] = Self.serve(["Cache-Control": "max-age=60", "ETag": tag])
        _ = try await scene.load("/x", ["Range": "bytes=5-9"])
        #expect(try await !scene.load("/x", ["Range": "bytes=0-9"]).cacheStatus.isHit)
        #expect(scene.requestCount == 3)
    }

    @Test func `a request for the whole asks only for what is missing`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = Self.serve()
        _ = try await scene.load("/x", ["Range": "bytes=0-4"])
        #expect(try await scene.load().text == Self.digits)
        #expect(try scene.lastRequest().fields["Range"] == "bytes=5-")
        #expect(try scene.lastRequest().fields["If-Range"] == "\"1\"")
        #expect(try await scene.load().cacheStatus.isHit)
    }

    @Test func `a part that is no beginning gives way to the whole`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = Self.serve()
        _ = try await scene.load("/x", ["Range": "bytes=5-9"])
        #expect(try await scene.load().text == Self.digits)
        #expect(try scene.lastRequest().fields["Range"] == nil)
        #expect(scene.tier.keys == [scene.server.url("/x").absoluteString])
    }

    @Test func `a long part is streamed into the cache`() async throws {
        let scene = try LoaderScene { $0.window = .kibibytes(64) }
        let bytes = Data((0..<500_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 9) })
        var fields = Self.fresh
        fields["Content-Range"] = "bytes 100-500099/600000"
        scene.server["/x"] = .status(206, fields, body: bytes)
        _ = try await scene.load("/x", ["Range": "bytes=100-500099"])
        let request = Request(
            scene.server.url("/x"), fields: ["Range": "bytes=200-299"])
        let response = try await scene.loader.response(for: request)
        #expect(response.cacheStatus.isHit)
        #expect(try await response.data() == bytes[100..<200])
    }
}
