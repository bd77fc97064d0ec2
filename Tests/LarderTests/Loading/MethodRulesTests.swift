import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `RFC 9110 §9.3.3 What a POST leaves` {
    @Test(arguments: ["/x", "x", "", "/x#part", "http://%/x"])
    func `an answer that is the URL's content and states its freshness answers GETs`(
        location: String
    ) async throws {
        let scene = try LoaderScene()
        let named = location.replacing("%", with: scene.server.url("/").host() ?? "")
        let isHere = !location.hasPrefix("http:")
        let fields: HTTPFields = ["Cache-Control": "max-age=60", "Content-Location": named]
        scene.server["/x"] = .handler { request in
            request.method == .post ? .ok("posted", fields) : .ok("got")
        }
        let first = try await scene.load(method: .post, body: Data("x".utf8))
        #expect(first.text == "posted" && first.cacheStatus.isStored == isHere)
        let answer = try await scene.load()
        #expect(answer.text == (isHere ? "posted" : "got") && answer.cacheStatus.isHit == isHere)
    }

    @Test(
        arguments: [
            (200, ["Cache-Control": "max-age=60"]), (200, ["Content-Location": "/x"]),
            (200, ["Cache-Control": "max-age=60", "Content-Location": "/y"]),
            (200, ["Cache-Control": "max-age=60, no-store", "Content-Location": "/x"]),
            (200, ["Cache-Control": "max-age=0", "Content-Location": "/x"]),
            (404, ["Cache-Control": "max-age=60", "Content-Location": "/x"]),
        ] as [(Int, HTTPFields)])
    func `anything else answers no GET`(status: Int, fields: HTTPFields) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .status(status, fields)
        _ = try await scene.load(method: .post)
        #expect(scene.tier.keys == [])
    }

    @Test(arguments: ["PUT", "PATCH", "OPTIONS", "REPORT"])
    func `no other method's answer is kept`(method: String) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok(
            "a", ["Cache-Control": "max-age=60", "Content-Location": "/x"])
        _ = try await scene.load(method: HTTPMethod(rawValue: method))
        #expect(scene.tier.keys == [])
    }

    @Test func `a POST replaces what was stored, and asks every time`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .handler { request in
            .ok(
                request.method.rawValue,
                ["Cache-Control": "max-age=60", "Content-Location": "/x"])
        }
        _ = try await scene.load()
        for _ in 0..<2 { _ = try await scene.load(method: .post) }
        #expect(scene.requestCount == 3)
        #expect(try await scene.load().text == "POST")
        #expect(scene.requestCount == 3)
    }
}
