#if os(Linux)
import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A CurlOrigin` {
    private let server: ScriptedOrigin
    private let origin = CurlOrigin.direct

    init() throws {
        server = try ScriptedOrigin()
    }

    @Test func `hands on status, fields and body`() async throws {
        server["/x"] = .ok("hello", ["ETag": "\"1\"", "A": "1", "a": "2", "L": "caf\u{E9}"])
        let response = try await origin.send(
            OriginRequest(url: server.url("/x"), deadlines: .never))
        #expect(response.status == 200)
        #expect(response.fields.map(\.name) == ["ETag", "A", "a", "L", "Content-Length"])
        #expect(response.fields.values("a") == ["1", "2"])
        #expect(response.fields["L"] == "caf\u{E9}")
        #expect(try await response.body.collect(upTo: .kibibytes(1)) == Data("hello".utf8))
        #expect(response.wireBytes() > 60)
    }

    @Test(arguments: [0, 1, 16_384, 16_385, 1_000_000])
    func `hands on a body of any size`(size: Int) async throws {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        server["/plain"] = .ok(bytes)
        server["/chunked"] = .ok(bytes).chunked(1000)
        server["/close"] = .ok(bytes).untilClose()
        for path in ["/plain", "/chunked", "/close"] {
            #expect(try await origin.body(server.url(path)) == Data(bytes))
        }
    }

    @Test func `hands on a redirect with its body and does not follow it`() async throws {
        let script = ScriptedOrigin.Script.status(302, ["Location": "/y"], body: "moved".utf8)
        server["/x"] = script
        let response = try await origin.send(
            OriginRequest(url: server.url("/x"), deadlines: .never))
        #expect(response.status == 302)
        #expect(response.fields["Location"] == "/y")
        #expect(try await response.body.collect(upTo: .kibibytes(1)) == Data("moved".utf8))
        #expect(server.requests.count == 1)
    }

    @Test func `keeps interim responses and trailers out of the fields`() async throws {
        server["/x"] = .ok("hello").after(interim: 103, ["Link": "early"])
            .chunked(2, trailers: ["Late": "1"])
        let response = try await origin.send(
            OriginRequest(url: server.url("/x"), deadlines: .never))
        #expect(try await response.body.collect(upTo: .kibibytes(1)) == Data("hello".utf8))
        #expect(response.fields.map(\.name) == ["Transfer-Encoding", "Trailer"])
    }

    @Test func `believes chunks more than a length that is told beside them`() async throws {
        server["/x"] = .raw(
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n").utf8)
        #expect(try await origin.body(server.url("/x")) == Data("abc".utf8))
    }

    @Test(arguments: ["utf-8", "aws-chunked", "gzip, utf-8", "none", "Identity"])
    func `hands on what was sent in a coding that nobody knows`(coding: String) async throws {
        server["/x"] = .ok("hello", ["Content-Encoding": coding]).chunked(2)
        server["/y"] = .ok("hello", ["Content-Encoding": coding])
        for path in ["/x", "/y"] {
            #expect(try await origin.body(server.url(path)) == Data("hello".utf8))
        }
    }

    @Test(arguments: [
        ("GET", nil), ("GET", "body"), ("POST", "body"), ("POST", nil), ("PUT", ""),
        ("DELETE", nil), ("PATCH", "x"), ("PURGE", nil), ("REPORT", "query"), ("OPTIONS", nil),
    ])
    func `sends any method, with a body or without`(method: String, body: String?) async throws {
        server["/x"] = .ok("done")
        let request = OriginRequest(
            url: server.url("/x"), method: HTTPMethod(rawValue: method),
            body: body.map { Data($0.utf8) })
        #expect(try await origin.body(request) == Data("done".utf8))
        let seen = server.requests[0]
        #expect(seen.method.rawValue == method)
        #expect(seen.body == Data((body ?? "").utf8))
        #expect(seen.fields["Content-Type"] == nil)
        let length = body.map { String($0.utf8.count) } ?? (method == "POST" ? "0" : nil)
        #expect(seen.fields["Content-Length"] == length)
    }

    @Test func `sends fields as given`() async throws {
        let fields: HTTPFields = [
            "Accept": "image/avif", "X-Empty": "", "X": "caf\u{E9}", "x": "2",
            "User-Agent": "mine", "If-None-Match": "W/\"1\"",
        ]
        server["/x?q=1"] = .ok("")
        _ = try await origin.body(OriginRequest(url: server.url("/x?q=1#top"), fields: fields))
        let seen = server.requests[0]
        #expect(seen.target == "/x?q=1")
        for field in fields { #expect(seen.fields.contains(field), "\(field)") }
        #expect(seen.fields["Host"] == "127.0.0.1:\(server.port)")
        #expect(seen.fields["Expect"] == nil)
    }

    @Test func `answers HEAD without waiting for a body`() async throws {
        server["/x"] = .ok("hello")
        let request = OriginRequest(url: server.url("/x"), method: .head)
        let response = try await origin.send(request)
        #expect(response.fields["Content-Length"] == "5")
        #expect(try await response.body.collect(upTo: .zero) == Data())
    }

    @Test func `uses a connection again`() async throws {
        server.fallback = .ok("hello")
        for path in ["/a", "/b", "/c"] { _ = try await origin.body(server.url(path)) }
        #expect(server.connectionCount == 1)
    }

    @Test func `carries out many exchanges at once`() async throws {
        server.fallback = .handler { .ok($0.target) }
        let origin = origin
        let server = server
        try await withThrowingTaskGroup { group in
            for number in 0..<300 {
                group.addTask {
                    let path = "/\(number)"
                    return try await origin.body(server.url(path)) == Data(path.utf8)
                }
            }
            for try await isRight in group { #expect(isRight) }
        }
        #expect(server.connectionCount <= 64)
    }

    @Test func `fails every exchange when it is closed`() async throws {
        server["/x"] = .silence
        let origin = CurlOrigin.direct
        let task = Task { [server] in try await origin.body(server.url("/x")) }
        try await server.request(1)
        origin.close()
        await #expect(throws: LoadError.self) { try await task.value }
        await #expect(throws: LoadError.self) { try await origin.body(server.url("/x")) }
        try await server.openConnections(atMost: 0)
    }

    @Test func `lets a body be read to its end after it was released`() async throws {
        let gate = ScriptedOrigin.Gate()
        server["/x"] = .ok("hello").held(atBody: 2, by: gate)
        let response = try await CurlOrigin.direct.send(
            OriginRequest(url: server.url("/x"), deadlines: .never))
        gate.open()
        #expect(try await response.body.collect(upTo: .kibibytes(1)) == Data("hello".utf8))
        try await server.openConnections(atMost: 0)
    }
}
#endif
