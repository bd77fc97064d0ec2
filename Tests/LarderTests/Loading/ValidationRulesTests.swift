import Larder
import LarderTesting
import Testing

@Suite struct `HTTP's rules for validation` {
    private static let weak: HTTPFields = ["ETag": "W/\"x\"", "Cache-Control": "max-age=1"]

    @Test func `16: both validators are sent back as they came`() async throws {
        let scene = try LoaderScene()
        var fields = Self.weak
        fields["Last-Modified"] = "Sunday, 06-Nov-94 08:49:37 GMT"
        scene.server["/x"] = .ok("a", fields)
        _ = try await scene.load()
        scene.wait(1)
        _ = try await scene.load()
        let sent = try scene.lastRequest().fields
        #expect(sent["If-None-Match"] == "W/\"x\"")
        #expect(sent["If-Modified-Since"] == "Sunday, 06-Nov-94 08:49:37 GMT")
    }

    @Test func `16: an empty ETag is none`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["ETag": "", "Cache-Control": "max-age=1"])
        _ = try await scene.load()
        scene.wait(1)
        _ = try await scene.load()
        #expect(try scene.lastRequest().fields["If-None-Match"] == nil)
    }

    @Test func `17: a 304 brings the stored body with new fields and a new life`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("stored", ["ETag": "\"1\"", "Cache-Control": "max-age=5", "A": "1", "B": "1"]),
            .status(304, ["ETag": "\"1\"", "Cache-Control": "max-age=100", "A": "2"]))
        _ = try await scene.load()
        scene.wait(5)
        let written = scene.tier.written
        let second = try await scene.load()
        #expect(second.status == 200 && second.text == "stored")
        #expect(second.fields["A"] == "2" && second.fields["B"] == "1")
        #expect(second.cacheStatus.description.hasPrefix("Larder; fwd=stale; fwd-status=304"))
        scene.wait(99)
        let third = try await scene.load()
        #expect(third.text == "stored" && third.fields["A"] == "2" && third.cacheStatus.isHit)
        #expect(scene.requestCount == 2 && scene.tier.written == written)
    }

    @Test func `18: a 304's Content-Length does not touch the stored body`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("0123456789", ["ETag": "\"1\"", "Cache-Control": "max-age=1"]),
            .status(304, ["Content-Length": "3", "Cache-Control": "max-age=60"]))
        _ = try await scene.load()
        scene.wait(1)
        for _ in 0..<2 {
            let answer = try await scene.load()
            #expect(answer.text == "0123456789" && answer.fields["Content-Length"] == "10")
        }
        #expect(scene.requestCount == 2)
    }

    @Test func `19: a 200 to a validation replaces everything`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("old", ["ETag": "\"1\"", "Cache-Control": "max-age=1", "Old": "1"]),
            .ok("new", ["Cache-Control": "max-age=60"]))
        _ = try await scene.load()
        scene.wait(1)
        _ = try await scene.load()
        let third = try await scene.load()
        #expect(third.text == "new" && third.fields["Old"] == nil && third.fields["ETag"] == nil)
        #expect(scene.requestCount == 2)
    }

    @Test(
        arguments: [
            (200, ["Cache-Control": "no-store"]), (200, ["Vary": "*"]), (299, [:]),
            (404, ["Cache-Control": "no-store"]), (410, ["Vary": "*"]),
        ] as [(Int, HTTPFields)])
    func `19: a new answer that may not be stored takes the old one's place all the same`(
        status: Int, fields: HTTPFields
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("old", ["ETag": "\"1\"", "Cache-Control": "max-age=1"]), .status(status, fields))
        _ = try await scene.load()
        scene.wait(1)
        #expect(try await scene.load().status == status)
        #expect(scene.tier.keys == [])
    }

    @Test(arguments: [302, 401, 403, 408, 412, 429, 500, 503])
    func `21: an answer that says nothing of the content leaves it there`(
        status: Int
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("old", ["ETag": "\"1\"", "Cache-Control": "max-age=1"]), .status(status),
            .status(304))
        _ = try await scene.load()
        scene.wait(1)
        #expect(try await scene.load().status == status)
        #expect(try await scene.load().text == "old")
    }

    @Test func `20: no-cache is stored, and validated on every use`() async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "no-cache, max-age=3600", "ETag": "\"1\""]
        scene.server["/x"] = .inTurn(.ok("a", fields), .status(304, fields))
        for _ in 0..<3 { #expect(try await scene.load().text == "a") }
        #expect(scene.requestCount == 3)
        #expect(try scene.lastRequest().fields["If-None-Match"] == "\"1\"")
    }

    @Test func `21: an entry survives a 503, and a fresh 404 replaces it`() async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "max-age=1", "ETag": "\"1\""]
        scene.server["/x"] = .inTurn(
            .ok("a", fields), .status(503), .status(304, fields),
            .status(404, ["Cache-Control": "max-age=60"]))
        let expected = [(200, "a"), (503, ""), (200, "a"), (404, ""), (404, "")]
        for (status, text) in expected {
            let answer = try await scene.load()
            #expect(answer.status == status && answer.text == text)
            scene.wait(1)
        }
        #expect(scene.requestCount == 4)
    }

    @Test func `22: the caller's own condition goes out and comes back`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .status(
            304, ["ETag": "\"1\"", "Cache-Control": "max-age=60", "Content-Length": "8"])
        let answer = try await scene.load("/x", ["If-None-Match": "\"1\""])
        #expect(answer.status == 304 && answer.text.isEmpty)
        #expect(try scene.lastRequest().fields["If-None-Match"] == "\"1\"")
        #expect(scene.tier.keys == [])
    }

    @Test(
        arguments: [
            (["If-None-Match": "\"1\""], 304), (["If-None-Match": "\"2\""], 200),
            (["If-Modified-Since": date(-9)], 304), (["If-Modified-Since": date(-99)], 200),
        ] as [(HTTPFields, Int)])
    func `22: the caller's own condition is judged by what is fresh`(
        fields: HTTPFields, status: Int
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok(
            "abc",
            ["ETag": "\"1\"", "Last-Modified": date(-9), "Cache-Control": "max-age=60"])
        _ = try await scene.load()
        let answer = try await scene.load("/x", fields)
        #expect(answer.status == status && answer.text == (status == 200 ? "abc" : ""))
        #expect(answer.fields["ETag"] == "\"1\"")
        #expect(scene.requestCount == 1)
    }

    @Test(
        arguments: [
            (["If-None-Match": "\"2\""], 304), (["If-None-Match": "\"1\""], 200),
            (["If-Modified-Since": date(-9)], 304), (["If-Modified-Since": date(-99)], 200),
        ] as [(HTTPFields, Int)])
    func `22: the caller's own condition is judged by what replaces the stale`(
        fields: HTTPFields, status: Int
    ) async throws {
        let scene = try LoaderScene()
        let new: HTTPFields = [
            "ETag": "\"2\"", "Last-Modified": date(-9), "Cache-Control": "max-age=60",
        ]
        scene.server["/x"] = .inTurn(
            .ok("old", ["ETag": "\"1\"", "Cache-Control": "max-age=1"]), .ok("new", new))
        _ = try await scene.load()
        scene.wait(1)
        let answer = try await scene.load("/x", fields)
        #expect(try scene.lastRequest().fields["If-None-Match"] == "\"1\"")
        #expect(answer.status == status && answer.text == (status == 200 ? "new" : ""))
        #expect(answer.fields["ETag"] == "\"2\"" && answer.response.source == .network)
        await scene.loader.idle()
        #expect(try await scene.load().text == "new")
        #expect(scene.requestCount == 2)
    }

    @Test func `22: what replaces the stale is stored whole for a caller who has it`() async throws
    {
        let scene = try LoaderScene()
        // More than is fetched for nobody.
        let long = String(repeating: "x", count: 3 << 20)
        scene.server["/x"] = .inTurn(
            .ok("old", ["ETag": "\"1\"", "Cache-Control": "max-age=1"]),
            .ok(long, ["ETag": "\"2\"", "Cache-Control": "max-age=60"]))
        _ = try await scene.load()
        scene.wait(1)
        #expect(try await scene.load("/x", ["If-None-Match": "\"2\""]).status == 304)
        await scene.loader.idle()
        #expect(try await scene.load().text == long)
        #expect(scene.requestCount == 2)
    }

    @Test func `22: a new answer without a date of modification is no known one`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("old", ["ETag": "\"1\"", "Cache-Control": "max-age=1"]),
            .ok("new", ["ETag": "\"2\"", "Cache-Control": "max-age=60"]))
        _ = try await scene.load()
        scene.wait(1)
        let answer = try await scene.load("/x", ["If-Modified-Since": date(60)])
        #expect(answer.status == 200 && answer.text == "new")
    }

    @Test func `a 304 about something else teaches nothing`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(
            .ok("old", ["ETag": "\"1\"", "Cache-Control": "max-age=1"]),
            .status(304, ["ETag": "\"2\"", "Cache-Control": "max-age=60"]),
            .ok("new", ["ETag": "\"2\"", "Cache-Control": "max-age=60"]))
        _ = try await scene.load()
        scene.wait(1)
        #expect(try await scene.load().text == "new")
        #expect(try scene.lastRequest().fields["If-None-Match"] == nil)
        #expect(scene.requestCount == 3)
    }

    @Test func `a 304 about something else, and then a failure, leave what is stored`() async throws
    {
        let scene = try LoaderScene()
        let other: HTTPFields = ["ETag": "\"2\""]
        scene.server["/x"] = .inTurn(
            .ok("old", ["ETag": "\"1\"", "Cache-Control": "max-age=1, stale-if-error=5"]),
            .status(304, other), .status(503, ["Cache-Control": "max-age=60"]),
            .status(304, other), .status(503, ["Cache-Control": "max-age=60"]))
        _ = try await scene.load()
        scene.wait(3)
        let first = try await scene.load()
        #expect(first.text == "old" && first.cacheStatus.forwardStatus == 503)
        scene.wait(9)
        #expect(try await scene.load().status == 503)
        #expect(try await scene.load("/x", ["Cache-Control": "max-stale"]).text == "old")
    }

    @Test(
        arguments: [
            ("bytes=0-1", 206, "01", "bytes 0-1/10"), ("bytes=-3", 206, "789", "bytes 7-9/10"),
            ("bytes=8-", 206, "89", "bytes 8-9/10"), ("bytes=10-", 416, "", "bytes */10"),
            ("bytes=0-1,4-5", 200, "0123456789", nil), ("lines=1", 200, "0123456789", nil),
        ] as [(String, Int, String, String?)])
    func `a range is cut from what is fresh`(
        range: String, status: Int, text: String, content: String?
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("0123456789", ["Cache-Control": "max-age=60", "ETag": "\"1\""])
        _ = try await scene.load()
        let answer = try await scene.load("/x", ["Range": range])
        #expect(answer.status == status && answer.text == text)
        #expect(answer.fields["Content-Range"] == content)
        #expect(scene.requestCount == 1)
        let other = try await scene.load("/x", ["Range": range, "If-Range": "\"2\""])
        #expect(other.status == 200 && other.text == "0123456789")
    }

    @Test func `a range of what is stale is validated and then cut`() async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "max-age=1", "ETag": "\"1\""]
        scene.server["/x"] = .inTurn(.ok("0123456789", fields), .status(304, fields))
        _ = try await scene.load()
        scene.wait(1)
        let answer = try await scene.load("/x", ["Range": "bytes=2-3"])
        #expect(answer.status == 206 && answer.text == "23")
    }

    @Test func `a HEAD freshens what it confirms and spoils what it does not`() async throws {
        let scene = try LoaderScene()
        let fields: HTTPFields = ["Cache-Control": "max-age=1", "ETag": "\"1\""]
        scene.server["/x"] = .ok("a", fields)
        _ = try await scene.load()
        scene.wait(1)
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60", "ETag": "\"1\"", "A": "2"])
        _ = try await scene.load(method: .head)
        let second = try await scene.load()
        #expect(second.cacheStatus.isHit && second.fields["A"] == "2" && second.text == "a")
        scene.wait(60)
        scene.server["/x"] = .ok("other", ["Cache-Control": "max-age=60", "ETag": "\"2\""])
        _ = try await scene.load(method: .head)
        #expect(try await scene.load().text == "other")
        #expect(scene.requestCount == 4)
    }
}
