import Larder
import LarderTesting
import Testing

/// What an answer without a body does to what is stored.
@Suite struct `RFC 9111 §4.3.4 and §4.3.5 Freshening stored answers` {
    private static let tag: HTTPFields = ["ETag": "\"1\"", "Cache-Control": "max-age=5"]

    private static func with(_ more: HTTPFields) -> HTTPFields {
        HTTPFields(Array(tag.filter { more[$0.name] == nil }) + Array(more))
    }

    @Test(arguments: [
        "Content-Length", "Content-Encoding", "Content-Range", "Transfer-Encoding", "Connection",
        "Keep-Alive", "Upgrade", "TE", "Proxy-Authenticate",
    ])
    func `a 304 leaves the fields of the bytes and of connections alone`(name: String) async throws
    {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("abc", Self.tag), .status(304, Self.with([name: "a, b", "B": "1"])))
        let first = try await scene.load()
        scene.wait(5)
        for _ in 0..<2 {
            let answer = try await scene.load()
            #expect(answer.text == "abc" && answer.fields[name] == first.fields[name])
            #expect(answer.fields["B"] == (name == "Connection" ? nil : "1"))
        }
        #expect(scene.requestCount == 2)
    }

    @Test(arguments: ["Accept", "*"])
    func `a 304 may say that more fields select`(vary: String) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .handler { request in
            let accept = request.fields["Accept"] ?? ""
            return request.fields["If-None-Match"] == nil
                ? .ok(accept, Self.tag) : .status(304, Self.with(["Vary": vary]))
        }
        _ = try await scene.load("/x", ["Accept": "a"])
        scene.wait(5)
        #expect(try await scene.load("/x", ["Accept": "a"]).text == "a")
        #expect(try await scene.load("/x", ["Accept": "b"]).text == "b")
        #expect(scene.requestCount == 3)
    }

    @Test func `a variant that more fields select is found among others`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .handler { request in
            let accept = request.fields["Accept"] ?? ""
            let isKnown = request.fields["If-None-Match"] == "\"\(accept)\""
            let fields: HTTPFields = [
                "ETag": "\"\(accept)\"", "Cache-Control": "max-age=5",
                "Vary": isKnown ? "Accept, DPR" : "Accept",
            ]
            return isKnown ? .status(304, fields) : .ok(accept, fields)
        }
        for _ in 0..<2 {
            for accept in ["a", "b"] { _ = try await scene.load("/x", ["Accept": accept]) }
            scene.wait(4)
            scene.wait(1)
        }
        for accept in ["b", "a"] {
            #expect(try await scene.load("/x", ["Accept": accept]).text == accept)
            let again = try await scene.load("/x", ["Accept": accept])
            #expect(again.text == accept && again.cacheStatus.isHit)
            let other = try await scene.load("/x", ["Accept": accept, "DPR": "2"])
            #expect(!other.cacheStatus.isHit)
        }
    }

    @Test func `a confirmed answer has no Age, a cached one has`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("abc", Self.with(["Age": "3"])), .status(304, Self.tag),
            .status(304, Self.with(["Age": "2"])))
        _ = try await scene.load()
        scene.wait(5)
        #expect(try await scene.load().fields["Age"] == nil)
        scene.wait(1)
        #expect(try await scene.load().fields["Age"] == "1")
        scene.wait(4)
        #expect(try await scene.load().fields["Age"] == "2")
        #expect(scene.requestCount == 3)
    }

    @Test func `what a 304 makes private leaves a tier that is shared`() async throws {
        let scene = try LoaderScene(isShared: true)
        scene.server["/x"] = .inTurn(
            .ok("abc", Self.tag), .status(304, Self.with(["Cache-Control": "private, max-age=60"])))
        _ = try await scene.load()
        #expect(scene.tier.keys.count == 1)
        scene.wait(5)
        #expect(try await scene.load().text == "abc")
        #expect(scene.tier.keys == [])
    }

    @Test func `§5.2.2.5 what a 304 forbids to store is let go`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("abc", Self.tag), .status(304, Self.with(["Cache-Control": "no-store"])))
        _ = try await scene.load()
        scene.wait(5)
        #expect(try await scene.load().text == "abc")
        #expect(scene.tier.keys == [])
    }

    @Test(arguments: [HTTPMethod.get, .head], [true, false])
    func `§5.2.2.4 a field that an update withholds is kept no longer, whoever brought it`(
        method: HTTPMethod, isStatedFirst: Bool
    ) async throws {
        let scene = try LoaderScene()
        let withholding: HTTPFields = ["Cache-Control": "max-age=5, no-cache=\"X-Tok\""]
        let (stored, update): (HTTPFields, HTTPFields) =
            isStatedFirst
            ? (Self.with(withholding), ["ETag": "\"1\"", "X-Tok": "2"])
            : (Self.with(["X-Tok": "1"]), Self.with(withholding))
        scene.server["/x"] = .handler { request in
            if request.method == .head { return .ok("abc", update) }
            return request.fields["If-None-Match"] == nil
                ? .ok("abc", stored) : .status(304, update)
        }
        _ = try await scene.load()
        scene.wait(5)
        _ = try await scene.load(method: method)
        scene.wait(1)
        let answer = try await scene.load()
        #expect(answer.cacheStatus.isHit && answer.text == "abc")
        #expect(!answer.fields.has("X-Tok"))
    }

    @Test func `§5.2.2.7 a field that a 304 makes private leaves a tier that is shared`()
        async throws
    {
        let scene = try LoaderScene(isShared: true)
        scene.server["/x"] = .inTurn(
            .ok("abc", Self.with(["X-Tok": "1"])),
            .status(304, Self.with(["Cache-Control": "max-age=60, private=\"X-Tok\""])))
        _ = try await scene.load()
        scene.wait(5)
        _ = try await scene.load()
        let answer = try await scene.load()
        #expect(answer.cacheStatus.isHit && !answer.fields.has("X-Tok"))
    }

    @Test func `a HEAD freshens what it confirms`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .handler { request in
            request.method == .head ? .ok("abc", Self.with(["A": "2"])) : .ok("abc", Self.tag)
        }
        _ = try await scene.load()
        scene.wait(5)
        _ = try await scene.load(method: .head)
        let answer = try await scene.load()
        #expect(answer.cacheStatus.isHit && answer.fields["A"] == "2" && answer.text == "abc")
    }

    @Test(arguments: ["ETag", "Last-Modified", "Content-Length"])
    func `a HEAD that speaks of other content has it confirmed`(name: String) async throws {
        let scene = try LoaderScene()
        let other: HTTPFields = name == "Content-Length" ? [:] : [name: scene.date(-99)]
        scene.server["/x"] = .handler { request in
            guard request.method == .head else {
                return .ok("abc", Self.with(["Last-Modified": "Sun, 06 Nov 1994 08:49:37 GMT"]))
            }
            return .ok(name == "Content-Length" ? "abcd" : "abc", Self.with(other))
        }
        _ = try await scene.load()
        _ = try await scene.load("/x", ["Cache-Control": "no-cache"], method: .head)
        _ = try await scene.load()
        #expect(scene.requestCount == 3)
    }

    @Test(arguments: [true, false])
    func `nothing is kept of a HEAD that must not be stored`(isByRequest: Bool) async throws {
        let scene = try LoaderScene()
        let news: HTTPFields = isByRequest ? ["A": "2"] : ["A": "2", "Cache-Control": "no-store"]
        scene.server["/x"] = .handler { request in
            .ok("abc", request.method == .head ? Self.with(news) : Self.tag)
        }
        _ = try await scene.load()
        scene.wait(5)
        let before = scene.tier.keys.map { scene.tier[$0]?.attributes.metadata }
        let fields: HTTPFields = isByRequest ? ["Cache-Control": "no-store"] : [:]
        _ = try await scene.load("/x", fields, method: .head)
        #expect(scene.requestCount == 2)
        #expect(scene.tier.keys.map { scene.tier[$0]?.attributes.metadata } == before)
    }
}
