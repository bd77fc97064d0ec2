import LarderTesting
import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Keys` {
    @Test(arguments: [
        ("http://A.Example/Path?b=2&a=1#top", "http://a.example/Path?b=2&a=1"),
        ("HTTP://a.example:80", "http://a.example/"),
        ("https://a.example:443/", "https://a.example/"),
        ("http://a.example:443/", "http://a.example:443/"),
        ("http://a.example?", "http://a.example/?"),
        ("http://user:secret@a.example/x", "http://a.example/x"),
        ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ("http://a.example/a//b/../c", "http://a.example/a//b/../c"),
        ("data:text/plain,x", "data:text/plain,x"),
        ("http://a.example/%7Ex", "http://a.example/%7Ex"),
        ("http://a.example/x?u=http://b.example/", "http://a.example/x?u=http://b.example/"),
    ])
    func `a URL's key`(text: String, key: String) throws {
        #expect(KeyNormalizer.whole.key(for: try #require(URL(string: text))) == key)
    }

    @Test(arguments: [
        (KeyNormalizer.dropping(["sig", "t"]), "http://a.example/x?b=2&a=1"),
        (.keeping(["a"]), "http://a.example/x?a=1"), (.keeping([]), "http://a.example/x"),
        (.dropping([]), "http://a.example/x?sig=9&b=2&t=&a=1"),
    ])
    func `query items can be left out`(keys: KeyNormalizer, key: String) throws {
        let url = try #require(URL(string: "http://a.example/x?sig=9&b=2&t=&a=1#f"))
        #expect(keys.key(for: url) == key)
    }

    @Test func `signed URLs of one picture are one`() async throws {
        let scene = try LoaderScene { $0.keys = .dropping(["sig"]) }
        scene.server.fallback = .ok("a", ["Cache-Control": "max-age=60"])
        _ = try await scene.load("/x?sig=1")
        #expect(try await scene.load("/x?sig=2").cacheStatus.isHit)
    }

    @Test func `a caller's own key finds the same bytes by another URL`() async throws {
        let scene = try LoaderScene()
        scene.server.fallback = .ok("a", ["Cache-Control": "max-age=60"])
        for target in ["/x", "/y"] {
            let request = Request(scene.server.url(target), key: "avatar")
            #expect(try await scene.loader.response(for: request).data() == Data("a".utf8))
        }
        #expect(scene.requestCount == 1 && scene.tier.keys == ["avatar"])
        try await scene.loader.remove(forKey: "avatar")
        #expect(scene.tier.keys == [])
    }

    @Test func `callers' own keys that differ in their bytes alone name two answers`() async throws
    {
        let scene = try LoaderScene()
        for target in ["/1", "/2"] {
            scene.server[target] = .ok(target, ["Cache-Control": "max-age=60"])
        }
        let requests = [("/1", "e\u{301}"), ("/2", "\u{E9}")].map { target, key in
            Request(scene.server.url(target), key: key)
        }
        #expect(requests[0] != Request(requests[0].url, key: "\u{E9}"))
        for _ in 0..<2 {
            async let first = scene.loader.response(for: requests[0]).data()
            async let second = scene.loader.response(for: requests[1]).data()
            #expect(try await first == Data("/1".utf8))
            #expect(try await second == Data("/2".utf8))
        }
        #expect(scene.requestCount == 2)
        let keys = try requests.map { FlightKey(try PreparedRequest($0, keys: .whole), serial: 0) }
        #expect(keys[0].storageKey != keys[1].storageKey)
    }

    @Test func `requests whose fields differ in their bytes alone share nothing`() throws {
        let url = try #require(URL(string: "https://example.org/"))
        let keys = try ["e\u{301}", "\u{E9}"].map { value in
            let request = Request(url, fields: ["X-Name": value])
            return FlightKey(try PreparedRequest(request, keys: .whole), serial: 0)
        }
        #expect(keys[0] != keys[1])
        let fields = ["e\u{301}", "\u{E9}"].map { ["X-Name": $0] as HTTPFields }
        #expect(Set(fields).count == 2)
    }

    @Test func `user and password of a URL are credentials and in no key`() async throws {
        let scene = try LoaderScene()
        scene.server.fallback = .ok("a", ["Cache-Control": "max-age=60"])
        let text = scene.server.url("/x").absoluteString
        let url = try #require(URL(string: "http://ann:secret@" + text.dropFirst(7)))
        _ = try await scene.loader.data(at: url)
        #expect(try scene.lastRequest().fields["Authorization"] == "Basic YW5uOnNlY3JldA==")
        #expect(scene.tier.keys == [text])
        #expect(try await !scene.load().cacheStatus.isHit)
    }
}
