import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `HTTP's rules for freshness` {
    /// Loads twice, `seconds` apart, and tells how often the server was asked.
    private func requests(_ fields: HTTPFields, after seconds: Double) async throws -> Int {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", fields)
        _ = try await scene.load()
        scene.wait(seconds)
        _ = try await scene.load()
        return scene.requestCount
    }

    @Test(
        arguments: [
            (["Cache-Control": "max-age=3600", "Expires": date(-100)], 1),
            (["Cache-Control": "max-age=0", "Expires": date(100)], 2), (["Expires": "0"], 2),
            (["Expires": "-1"], 2), (["Expires": "Thu, 18 Aug 2050 02:01:18 UTC"], 2),
            (["Expires": date(100), "expires": date(200)], 2),
            (["Expires": date(100), "Date": date(0)], 1),
        ] as [(HTTPFields, Int)])
    func `10: max-age goes before Expires, and a senseless Expires is stale`(
        fields: HTTPFields, count: Int
    ) async throws {
        #expect(try await requests(fields, after: 1) == count)
    }

    @Test(
        arguments: [
            (["Cache-Control": "max-age=3600", "Age": "7200"], 0.0),
            (["Cache-Control": "max-age=2", "Date": date(86_400)], 3),
        ] as [(HTTPFields, Double)])
    func `11: time spent elsewhere counts, a Date ahead does not`(
        fields: HTTPFields, seconds: Double
    ) async throws {
        #expect(try await requests(fields, after: seconds) == 2)
    }

    @Test(arguments: [
        ("max-age=1, max-age=3600", 2), ("max-age=3600a", 2), ("max-age=99999999999", 1),
        ("MAX-AGE=60", 1), ("x=\"max-age=3600\"", 2), ("max-age=\"60\"", 1),
    ])
    func `12: how max-age is read`(control: String, count: Int) async throws {
        let fields: HTTPFields = ["Cache-Control": control]
        #expect(try await requests(fields, after: 2) == count)
    }

    @Test(
        arguments: [
            (["Last-Modified": date(-20)], 2), (["Last-Modified": date(-86_400)], 1),
            (["Last-Modified": date(-86_400), "Expires": "0"], 2),
            (["Last-Modified": date(-86_400), "Cache-Control": "max-age=x"], 2),
        ] as [(HTTPFields, Int)])
    func `13: a guess from Last-Modified`(fields: HTTPFields, count: Int) async throws {
        #expect(try await requests(fields, after: 3) == count)
    }

    @Test(arguments: [[:], ["ETag": "\"1\""]] as [HTTPFields])
    func `14: nothing is fresh by default`(fields: HTTPFields) async throws {
        #expect(try await requests(fields, after: 0) == 2)
    }

    @Test func `14: what has only an ETag is validated every time`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .inTurn(.ok("a", ["ETag": "\"1\""]), .status(304, ["ETag": "\"1\""]))
        for _ in 0..<3 { #expect(try await scene.load().text == "a") }
        #expect(scene.requestCount == 3)
        #expect(try scene.lastRequest().fields["If-None-Match"] == "\"1\"")
    }

    @Test func `15: a read does not extend a life`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=5"])
        for seconds in [0.0, 3, 3] {
            scene.wait(seconds)
            _ = try await scene.load()
        }
        #expect(scene.requestCount == 2)
    }

    @Test func `a clock set back makes nothing fresh`() async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("a", ["Cache-Control": "max-age=60"])
        _ = try await scene.load()
        scene.clock.wallTime = scene.clock.wallTime.addingTimeInterval(-86_400)
        _ = try await scene.load()
        #expect(scene.requestCount == 2)
    }
}
