@testable import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Redirects` {
    @Test func `credentials and cookies stay with their origin`() async throws {
        let scene = try LoaderScene()
        let other = try ScriptedOrigin()
        scene.server["/same"] = .redirect(to: "/x")
        scene.server["/x"] = .redirect(to: other.url("/away").absoluteString)
        other["/away"] = .ok("there")
        let fields: HTTPFields = ["Authorization": "ann", "Cookie": "c", "X": "kept"]
        #expect(try await scene.load("/same", fields).text == "there")
        #expect(try scene.lastRequest().fields["Authorization"] == "ann")
        let seen = try #require(other.requests.first)
        #expect(seen.fields["Authorization"] == nil && seen.fields["Cookie"] == nil)
        #expect(seen.fields["X"] == "kept")
    }

    @Test func `one whose own body does not end is followed all the same`() async throws {
        let scene = try LoaderScene()
        let gate = ScriptedOrigin.Gate()
        let body = Array("Moved.".utf8)
        scene.server["/slow"] = .status(302, ["Location": "/x"], body: body)
            .held(atBody: 3, by: gate)
        scene.server["/x"] = .ok("there")
        #expect(try await scene.load("/slow").text == "there")
        gate.open()
    }

    @Test func `ten are followed, an eleventh is an error`() async throws {
        let scene = try LoaderScene()
        for step in 0..<12 { scene.server["/\(step)"] = .redirect(to: "/\(step + 1)") }
        scene.server["/10"] = .ok("end")
        #expect(try await scene.load("/0").text == "end")
        scene.server["/10"] = .redirect(to: "/11")
        scene.server["/11"] = .ok("too far")
        await expectError(.tooManyRedirects) { try await scene.load("/0") }
    }

    @Test(arguments: ["/caf\u{C3}\u{A9}", "caf%C3%A9", "/caf\u{C3}\u{A9}#part"])
    func `a Location that was not encoded is`(location: String) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .redirect(to: location)
        scene.server["/caf%C3%A9"] = .ok("coffee")
        #expect(try await scene.load().text == "coffee")
    }

    @Test(arguments: ["ftp://a.example/", "file:///etc/passwd", "data:,x", "javascript:x"])
    func `only http and https are followed`(location: String) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .redirect(to: location)
        await expectError(.unsupportedScheme) { try await scene.load() }
    }

    @Test(arguments: [
        (301, "POST", "GET", ""), (302, "POST", "GET", ""), (303, "PUT", "GET", ""),
        (307, "POST", "POST", "sent"), (308, "PUT", "PUT", "sent"), (301, "PUT", "PUT", "sent"),
    ])
    func `methods change as RFC 9110 §15.4 says`(
        status: Int, method: String, expected: String, body: String
    ) async throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .redirect(to: "/y", status: status)
        scene.server["/y"] = .ok("a")
        let method = HTTPMethod(rawValue: method)
        _ = try await scene.load("/x", method: method, body: Data("sent".utf8))
        let seen = try scene.lastRequest()
        #expect(seen.path == "/y" && seen.method.rawValue == expected)
        #expect(seen.body == Data(body.utf8))
    }

    @Test func `by hand, the first one is the answer`() async throws {
        let scene = try LoaderScene { $0.redirection = .manual }
        scene.server["/x"] = .redirect(to: "/y", ["Cache-Control": "max-age=60"])
        for _ in 0..<2 {
            let answer = try await scene.load()
            #expect(answer.status == 302 && answer.fields["Location"] == "/y")
        }
        #expect(scene.requestCount == 1)
    }

    @Test func `https does not lead down to http unless asked`() throws {
        let request = Request(try #require(URL(string: "https://a.example/x")))
        let down: HTTPFields = ["Location": "http://a.example/x"]
        let error = #expect(throws: LoadError.self) {
            try Redirection().next(request, status: 302, fields: down)
        }
        #expect(error?.code == .forbiddenAddress)
        let allowed = Redirection(allowsDowngrade: true)
        #expect(try allowed.next(request, status: 302, fields: down)?.url.scheme == "http")
    }
}
