import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `HTTP's rules for selection and reporting` {
    @Test func `27: variants live side by side`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .handler { request in
            .ok(
                request.fields["Accept"] ?? "none",
                ["Cache-Control": "max-age=60", "Vary": "Accept"])
        }
        for accept in ["image/avif", "image/jpeg", "image/png"] {
            #expect(try await scene.load("/x", ["Accept": accept]).text == accept)
        }
        for accept in ["image/png", "image/avif", "image/jpeg"] {
            let answer = try await scene.load("/x", ["Accept": accept])
            #expect(answer.text == accept && answer.cacheStatus.isHit)
        }
        #expect(scene.requestCount == 3)
        let other = try await scene.load("/x")
        #expect(other.cacheStatus.forwardReason == .varyMiss)
    }

    @Test func `27: a variant is validated and replaced on its own`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .handler { request in
            let accept = request.fields["Accept"] ?? ""
            let fields: HTTPFields = [
                "Cache-Control": "max-age=5", "Vary": "Accept", "ETag": "\"\(accept)\"",
            ]
            return request.fields["If-None-Match"] == "\"\(accept)\"" && accept == "b"
                ? .status(304, fields) : .ok(accept, fields)
        }
        for round in 0..<3 {
            for accept in ["a", "b", "c"] {
                let answer = try await scene.load("/x", ["Accept": accept])
                #expect(answer.text == accept, "round \(round)")
            }
            scene.wait(5)
        }
        #expect(scene.tier.keys.count == 3)
    }

    @Test(arguments: ["*", "Accept, *"])
    func `27: Vary with a star never matches`(vary: String) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60", "Vary": vary])
        _ = try await scene.load()
        _ = try await scene.load()
        #expect(scene.requestCount == 2)
    }

    @Test func `28: the fragment is no part of the key, order and case are`() async throws {
        let scene = try LoaderScene()
        scene.server.fallback = .ok("a", ["Cache-Control": "max-age=60"])
        _ = try await scene.load("/x?a=1&b=2#top")
        _ = try await scene.load("/x?a=1&b=2#end")
        #expect(scene.requestCount == 1)
        for target in ["/x?b=2&a=1", "/X?a=1&b=2", "/x", "/x?"] { _ = try await scene.load(target) }
        #expect(scene.requestCount == 5)
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH"])
    func `28: a change drops every variant, a failed one none`(method: String) async throws {
        let scene = try LoaderScene()
        let method = HTTPMethod(rawValue: method)
        scene.server["/x"] = .handler { request in
            guard request.method == .get else {
                return .status(request.fields["Fail"] == nil ? 200 : 500)
            }
            return .ok("a", ["Cache-Control": "max-age=60", "Vary": "Accept"])
        }
        for accept in ["a", "b"] { _ = try await scene.load("/x", ["Accept": accept]) }
        _ = try await scene.load("/x", ["Fail": "1"], method: method, body: Data("x".utf8))
        for accept in ["a", "b"] {
            #expect(try await scene.load("/x", ["Accept": accept]).cacheStatus.isHit)
        }
        _ = try await scene.load("/x", method: method, body: Data("x".utf8))
        #expect(scene.tier.keys == [])
        for accept in ["a", "b"] {
            #expect(try await !scene.load("/x", ["Accept": accept]).cacheStatus.isHit)
        }
    }

    @Test func `28: a change drops what its answer names, of the same origin only`() async throws {
        let scene = try LoaderScene()
        let other = try ScriptedOrigin()
        let fresh = ScriptedOrigin.Script.ok("a", ["Cache-Control": "max-age=60"])
        scene.server.fallback = fresh
        other.fallback = fresh
        for target in ["/list", "/item"] { _ = try await scene.load(target) }
        _ = try await scene.loader.data(at: other.url("/away"))
        scene.server["/post"] = .status(
            201, ["Location": "/item", "Content-Location": "list"])
        _ = try await scene.load("/post", method: .post)
        #expect(try await !scene.load("/list").cacheStatus.isHit)
        #expect(try await !scene.load("/item").cacheStatus.isHit)
        scene.server["/post"] = .status(201, ["Location": other.url("/away").absoluteString])
        _ = try await scene.load("/post", method: .post)
        _ = try await scene.loader.data(at: other.url("/away"))
        #expect(other.requests.count == 1)
    }

    @Test func `29: only-if-cached sends nothing`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60"])
        let fields: HTTPFields = ["Cache-Control": "only-if-cached"]
        #expect(try await scene.load("/x", fields).status == 504)
        #expect(scene.requestCount == 0)
        _ = try await scene.load()
        #expect(try await scene.load("/x", fields).text == "a")
        scene.wait(60)
        #expect(try await scene.load("/x", fields).status == 504)
        #expect(scene.requestCount == 1)
    }

    @Test(
        arguments: [
            (["Cache-Control": "only-if-cached, no-store"], .get, .standard),
            (["Cache-Control": "only-if-cached", "If-Match": "\"1\""], .get, .standard),
            (["Cache-Control": "only-if-cached", "If-Unmodified-Since": date(0)], .get, .standard),
            (["Cache-Control": "only-if-cached"], .get, .reload),
            (["Cache-Control": "only-if-cached"], .get, .noStore),
            (["Cache-Control": "only-if-cached"], .post, .standard),
        ] as [(HTTPFields, HTTPMethod, CachePolicy)])
    func `29: only-if-cached sends nothing, whatever else is wanted`(
        fields: HTTPFields, method: HTTPMethod, policy: CachePolicy
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60"])
        _ = try await scene.load()
        let answer = try await scene.load("/x", fields, method: method, policy: policy)
        #expect(answer.status == 504)
        #expect(scene.requestCount == 1)
    }

    @Test(
        arguments: [
            (["Cache-Control": "no-cache"], 10.0, 2), (["Cache-Control": "max-age=0"], 0, 2),
            (["Cache-Control": "max-age=5"], 10, 2), (["Cache-Control": "max-age=50"], 10, 1),
            (["Cache-Control": "min-fresh=30"], 10, 1), (["Cache-Control": "min-fresh=51"], 10, 2),
            (["Cache-Control": "max-stale"], 100, 1), (["Cache-Control": "max-stale=40"], 100, 1),
            (["Cache-Control": "max-stale=39"], 100, 2), (["Pragma": "no-cache"], 10, 2),
            (["Pragma": "x"], 10, 1), ([:], 10, 1),
        ] as [(HTTPFields, Double, Int)])
    func `29: what a request wants is obeyed`(
        fields: HTTPFields, seconds: Double, count: Int
    ) async throws {
        let scene = try LoaderScene()
        let answer: HTTPFields = ["Cache-Control": "max-age=60", "ETag": "\"1\""]
        scene.server["/x"] = .inTurn(.ok("a", answer), .status(304, answer))
        _ = try await scene.load()
        scene.wait(seconds)
        #expect(try await scene.load("/x", fields).text == "a")
        #expect(scene.requestCount == count)
    }

    @Test func `30: a used answer tells its age and leaves its Date alone`() async throws {
        let scene = try LoaderScene()
        let made = scene.date()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=100", "Age": "30", "Date": made])
        let first = try await scene.load()
        #expect(first.cacheStatus.description.hasPrefix("Larder; fwd=uri-miss; fwd-status=200"))
        scene.wait(10)
        let second = try await scene.load()
        #expect(second.fields.values("Age") == ["40"] && second.fields["Date"] == made)
        #expect(second.cacheStatus.description == "Larder; hit; ttl=60")
        #expect(second.response.age == .seconds(40) && second.response.wireBytes == 0)
        #expect(first.response.wireBytes > 0)
    }

    @Test func `30: what is reported is what the origin saw`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("a", ["Cache-Control": "max-age=1", "ETag": "\"1\""]), .status(304), .status(503))
        _ = try await scene.load()
        scene.wait(1)
        #expect(try await scene.load().cacheStatus.forwardStatus == 304)
        scene.wait(1)
        let failed = try await scene.load().cacheStatus
        #expect(failed.forwardStatus == 503 && failed.forwardReason == .stale && !failed.isHit)
        #expect(scene.requestCount == 3)
    }
}
