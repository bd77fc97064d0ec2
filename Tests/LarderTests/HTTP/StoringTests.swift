import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `RFC 9111 §3 storing` {
    @Test(
        arguments: [
            (200, [:], true), (200, ["Cache-Control": "no-store, max-age=3600"], false),
            (200, ["Cache-Control": "private, max-age=9"], true), (200, ["Vary": "*"], false),
            (206, ["Cache-Control": "max-age=9"], false), (304, [:], false), (103, [:], false),
            (416, ["Cache-Control": "max-age=9"], false), (403, ["Last-Modified": date(-9)], false),
            (403, ["Cache-Control": "max-age=9"], true), (302, [:], false),
            (302, ["Expires": date(9)], true), (301, [:], true), (404, [:], true),
            (500, ["Cache-Control": "max-age=9"], true),
            (599, ["Cache-Control": "max-age=9"], true),
            (200, ["Cache-Control": "no-store, must-understand, max-age=9"], true),
            (599, ["Cache-Control": "must-understand, max-age=9"], false),
            (503, ["Cache-Control": "private"], true),
            (412, ["Cache-Control": "max-age=9"], false),
            (428, ["Cache-Control": "max-age=9"], false),
            (429, ["Cache-Control": "max-age=9"], false),
            (431, ["Expires": date(9)], false), (511, ["Cache-Control": "public"], false),
        ] as [(Int, HTTPFields, Bool)])
    func `§3 what a private cache may keep`(status: Int, fields: HTTPFields, isAllowed: Bool) {
        #expect(StoredResponse.mayStore(status: status, fields: fields, request: [:]) == isAllowed)
    }

    @Test(
        arguments: [
            ("max-age=9", [:], true), ("max-age=9, private", [:], false),
            ("max-age=9, private=\"a\"", [:], true),
            ("max-age=9", ["Authorization": "x"], false),
            ("max-age=9, public", ["Authorization": "x"], true),
            ("s-maxage=9", ["Authorization": "x"], true),
            ("max-age=9, must-revalidate", ["Authorization": "x"], true),
            ("max-age=9", ["Cookie": "x"], true),
            ("max-age=9", ["Cache-Control": "no-store"], false),
        ] as [(String, HTTPFields, Bool)])
    func `§3.5 what a shared cache may keep`(
        control: String, request: HTTPFields, isAllowed: Bool
    ) {
        let fields: HTTPFields = ["Cache-Control": control]
        let answer = StoredResponse.mayStore(
            status: 200, fields: fields, request: request, in: .shared)
        #expect(answer == isAllowed)
    }

    @Test func `§3.1 fields of one connection are not kept`() {
        let response = stored([
            "Connection": "a, B", "a": "1", "b": "2", "c": "3", "Keep-Alive": "x", "TE": "x",
            "Transfer-Encoding": "chunked", "Upgrade": "x", "Proxy-Authenticate": "x",
            "Content-Encoding": "gzip", "Set-Cookie": "s", "Date": date(0),
        ])
        let names = response.preparedForStoring().fields.map(\.name)
        #expect(names == ["c", "Content-Encoding", "Set-Cookie", "Date"])
    }

    @Test func `§3.1 a quote that never ends hides no field of one connection`() {
        let response = stored([
            "Connection": "\"a", "connection": "b", "b": "2", "c": "3", "Date": date(0),
        ])
        #expect(response.preparedForStoring().fields.map(\.name) == ["c", "Date"])
    }

    @Test func `§5.2.2.4 fields that no-cache lists are not kept`() {
        let response = stored(["Cache-Control": "no-cache=\"a, B\"", "A": "1", "b": "2", "c": "3"])
        let kept = response.preparedForStoring()
        #expect(kept.fields["a"] == nil && kept.fields["b"] == nil && kept.fields["c"] == "3")
        #expect(!kept.cacheControl.noCache)
    }

    @Test(arguments: ["", "no date"])
    func `RFC 9110 §6.6.1 a missing date is the time of receipt`(text: String) {
        let kept = stored(["Date": text]).preparedForStoring()
        #expect(kept.fields["Date"] == date(0))
    }

    @Test func `§4.3.4 a 304 replaces fields but those of the bytes`() {
        let old = stored([
            "ETag": "\"1\"", "A": "old", "B": "kept", "Content-Length": "36", "Age": "50",
            "Content-Encoding": "gzip", "Cache-Control": "max-age=1",
        ])
        let later = testMoment.addingTimeInterval(100)
        let answer = stored(
            [
                "ETag": "W/\"1\"", "A": "new", "a": "second", "Content-Length": "3",
                "Content-Encoding": "br", "Connection": "close", "Cache-Control": "max-age=60",
            ], status: 304, at: later)
        let fresh = old.confirmed(by: answer)
        #expect(fresh.status == 200)
        #expect(fresh.fields.values("A") == ["new", "second"])
        #expect(fresh.fields["B"] == "kept" && fresh.fields["ETag"] == "W/\"1\"")
        #expect(fresh.fields["Content-Length"] == "36" && fresh.fields["Age"] == nil)
        #expect(fresh.fields["Content-Encoding"] == "gzip" && fresh.fields["Connection"] == nil)
        #expect(fresh.freshness(at: later) == .fresh(remaining: .seconds(60)))
    }

    @Test(
        arguments: [
            (["ETag": "\"1\"", "A": "new"], 200, true), (["A": "new"], 200, true),
            (["ETag": "\"2\""], 200, false), (["Content-Length": "9"], 200, false),
            (["Last-Modified": date(-9)], 200, false), ([:], 410, false),
        ] as [(HTTPFields, Int, Bool)])
    func `§4.3.5 HEAD freshens what it confirms`(fields: HTTPFields, status: Int, isSame: Bool) {
        let old = stored(["ETag": "\"1\"", "Content-Length": "36", "A": "old"])
        let after = old.afterHead(stored(fields, status: status))
        #expect(after.isInvalidated == !isSame)
        #expect(after.fields["A"] == (isSame ? fields["A"] ?? "old" : "old"))
    }

    @Test(
        arguments: [
            ("POST", 200, ["/a", "/b", "/c"]), ("PUT", 201, ["/a", "/b", "/c"]),
            ("DELETE", 204, ["/a", "/b", "/c"]), ("M-SEARCH", 302, ["/a", "/b", "/c"]),
            ("POST", 500, []), ("POST", 404, []), ("GET", 200, []), ("HEAD", 200, []),
        ] as [(String, Int, [String])])
    func `§4.4 unsafe methods invalidate`(method: String, status: Int, paths: [String]) throws {
        let url = try #require(URL(string: "http://a.example/a"))
        let urls = Invalidation.urls(
            method: HTTPMethod(rawValue: method), url: url, status: status,
            fields: ["Location": "/b", "Content-Location": "http://A.example:80/c"])
        #expect(urls.map { $0.path() } == paths)
    }

    @Test(arguments: ["http://b.example/b", "https://a.example/b", "http://a.example:81/b", "::"])
    func `§4.4 another origin is not invalidated`(location: String) throws {
        let url = try #require(URL(string: "http://a.example/a"))
        let urls = Invalidation.urls(
            method: .post, url: url, status: 200, fields: ["Location": location])
        #expect(urls.filter { WebOrigin($0) != WebOrigin(url) } == [])
        #expect(urls.first == url)
    }
}
