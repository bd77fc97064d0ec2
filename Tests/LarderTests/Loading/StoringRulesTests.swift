import Larder
import LarderTesting
import Testing

@Suite struct `HTTP's rules for storing` {
    @Test func `1: no-store beats max-age, and no validator is left behind`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=3600, no-store", "ETag": "\"1\""])
        _ = try await scene.load()
        #expect(scene.tier.keys == [])
        _ = try await scene.load()
        #expect(scene.requestCount == 2)
        #expect(try scene.lastRequest().fields["If-None-Match"] == nil)
    }

    @Test func `2: a request's no-store keeps the response out`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=3600"])
        _ = try await scene.load("/x", ["Cache-Control": "no-store"])
        #expect(scene.tier.keys == [])
        _ = try await scene.load()
        #expect(scene.requestCount == 2)
    }

    @Test func `3: a part does not answer a request for the whole`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .status(
                206, ["Cache-Control": "max-age=3600", "Content-Range": "bytes 0-1/4"],
                body: "ab".utf8),
            .ok("abcd"))
        let part = try await scene.load("/x", ["Range": "bytes=0-1"])
        #expect(part.status == 206 && part.text == "ab")
        let whole = try await scene.load()
        #expect(whole.status == 200 && whole.text == "abcd")
    }

    @Test func `4: a body that ends early is an error and is not stored`() async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "max-age=3600"]
        scene.server["/x"] = .ok(Array(repeating: 65, count: 36), fields).claiming(length: 100)
        await #expect(throws: LoadError.self) { try await scene.load() }
        #expect(scene.tier.keys == [])
    }

    @Test func `5: HEAD answers no GET, and GET's answer survives HEAD`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("abc", ["Cache-Control": "max-age=3600"])
        let head = try await scene.load(method: .head)
        #expect(head.status == 200 && head.text.isEmpty)
        #expect(try await scene.load().text == "abc")
        #expect(scene.requestCount == 2)
        let second = try await scene.load(method: .head)
        #expect(second.cacheStatus.isHit && second.text.isEmpty)
        #expect(second.fields["Content-Length"] == "3")
        #expect(try await scene.load().text == "abc")
        #expect(scene.requestCount == 2)
    }

    @Test(arguments: [403, 500, 502, 503, 504])
    func `6: failures without a lifetime are not used again`(status: Int) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .status(status, ["Last-Modified": scene.date(-86_400)])
        #expect(try await scene.load().status == status)
        #expect(try await scene.load().status == status)
        #expect(scene.requestCount == 2)
    }

    @Test func `6: a fresh 404 is used again as 404`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .status(404, ["Cache-Control": "max-age=60"], body: "none".utf8)
        _ = try await scene.load()
        let second = try await scene.load()
        #expect(second.status == 404 && second.text == "none" && second.cacheStatus.isHit)
        await expectError(.status) {
            try await scene.loader.data(at: scene.server.url("/x"))
        }
        #expect(scene.requestCount == 1)
    }

    @Test(arguments: [(301, 1), (308, 1), (302, 2), (303, 2), (307, 2)])
    func `7: only permanent redirects may be guessed fresh`(
        status: Int, count: Int
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .redirect(
            to: "/y", status: status, ["Last-Modified": scene.date(-86_400)])
        scene.server["/y"] = .ok("there", ["Cache-Control": "max-age=60"])
        for _ in 0..<2 {
            let answer = try await scene.load()
            #expect(answer.text == "there" && answer.response.url == scene.server.url("/y"))
        }
        #expect(scene.server.requests(to: "/x").count == count)
        #expect(scene.server.requests(to: "/y").count == 1)
    }

    @Test(arguments: [
        ("private, max-age=60", 1), ("s-maxage=3600, max-age=1", 2), ("s-maxage=3600", 2),
    ])
    func `8: a private cache's own directives`(control: String, count: Int) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": control])
        _ = try await scene.load()
        scene.wait(1)
        _ = try await scene.load()
        #expect(scene.requestCount == count)
    }

    @Test func `9: one identity's answer is never another's`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .handler { request in
            .ok(request.fields["Authorization"] ?? "nobody", ["Cache-Control": "max-age=60"])
        }
        for _ in 0..<2 {
            #expect(try await scene.load("/x", ["Authorization": "ann"]).text == "ann")
            #expect(try await scene.load("/x", ["Authorization": "bob"]).text == "bob")
            #expect(try await scene.load().text == "nobody")
        }
        #expect(scene.requestCount == 3)
        let kept = try scene.tier.keys.map { key in
            "\(key) \(try #require(scene.tier[key]).attributes.metadata)"
        }
        #expect(!kept.joined().contains("Authorization: "))
    }

    @Test func `9: a request's Cookie does not stand in the way`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60", "Set-Cookie": "a=b"])
        _ = try await scene.load("/x", ["Cookie": "a=1"])
        let second = try await scene.load("/x", ["Cookie": "a=2"])
        #expect(second.cacheStatus.isHit && second.fields["Set-Cookie"] == "a=b")
    }
}
