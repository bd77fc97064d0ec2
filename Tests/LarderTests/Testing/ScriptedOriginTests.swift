import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A scripted origin` {
    private typealias Script = ScriptedOrigin.Script

    @Test(arguments: [
        (
            Script.ok("hello", ["ETag": "\"1\""]),
            "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 5\r\n\r\nhello"
        ),
        (.status(404), "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"),
        (.status(304, ["ETag": "x"]), "HTTP/1.1 304 Not Modified\r\nETag: x\r\n\r\n"),
        (
            .redirect(to: "/y", status: 301),
            "HTTP/1.1 301 Moved Permanently\r\nLocation: /y\r\nContent-Length: 0\r\n\r\n"
        ),
        (
            .ok("hello").chunked(3),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"
        ),
        (
            .ok("a").chunked(trailers: ["T": "1"]),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: T\r\n\r\n"
                + "1\r\na\r\n0\r\nT: 1\r\n\r\n"
        ),
        (.ok("hello").untilClose(), "HTTP/1.1 200 OK\r\n\r\nhello"),
        (.ok("hello").claiming(length: 9), "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello"),
        (
            .ok("a").after(interim: 103, ["Link": "x"]),
            "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
                + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"
        ),
        (.ok("hello").cut(after: 10), "HTTP/1.1 2"),
        (.ok("hello").cut(afterBody: 2), "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe"),
        (.ok("ab").paced(1, every: .zero), "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nab"),
        (.large(.bytes(2)), "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n\0\0"),
        (.raw("junk\n".utf8), "junk\n"), (.hangUp, ""),
    ])
    private func `sends what was scripted`(script: Script, expected: String) throws {
        let origin = try ScriptedOrigin()
        origin["/x"] = script
        #expect(RawClient.exchange(port: origin.port) == expected)
    }

    @Test(arguments: [Script.reset, .ok("hello").reset(after: 0)])
    private func `resets a connection`(script: Script) throws {
        let origin = try ScriptedOrigin()
        origin["/x"] = script
        #expect(RawClient.exchange(port: origin.port) == nil)
    }

    @Test func `answers HEAD with the head alone`() throws {
        let origin = try ScriptedOrigin()
        origin["/x"] = .ok("hello")
        let expected = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n"
        #expect(RawClient.exchange(port: origin.port, "HEAD /x") == expected)
    }

    @Test func `takes the scripts of one path in turn`() throws {
        let origin = try ScriptedOrigin()
        origin["/x"] = .inTurn(.status(503), .ok("a"))
        let statuses = (1...3).map { _ in
            RawClient.exchange(port: origin.port)?.dropFirst(9).prefix(3)
        }
        #expect(statuses == ["503", "200", "200"])
    }

    @Test func `asks a handler, and prefers a script for the whole target`() throws {
        let origin = try ScriptedOrigin()
        origin["/x?a=1"] = .ok("one")
        origin.fallback = .handler { .ok("\($0.method.rawValue) \($0.target)") }
        #expect(RawClient.exchange(port: origin.port, "GET /x?a=1")?.hasSuffix("one") == true)
        #expect(RawClient.exchange(port: origin.port, "PUT /y?b")?.hasSuffix("PUT /y?b") == true)
    }

    @Test func `records requests with their connection and body`() async throws {
        let origin = try ScriptedOrigin()
        let first = RawClient(port: origin.port)
        first.write("POST /a?q HTTP/1.1\r\nHost: h\r\nX: 1\r\nx: 2\r\nContent-Length: 3\r\n\r\nabc")
        #expect(try await origin.request(1).body == Data("abc".utf8))
        first.write(
            "PUT /b HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n1;e\r\n!\r\n0\r\n\r\n")
        #expect(try await origin.request(2).body == Data("hi!".utf8))
        _ = RawClient.exchange(port: origin.port, "GET /c")
        #expect(origin.requests.map(\.connection) == [1, 1, 2])
        #expect(origin.requests.map(\.number) == [1, 2, 3])
        #expect(origin.requests[0].path == "/a")
        #expect(origin.requests[0].fields.values("x") == ["1", "2"])
    }

    @Test func `tells the client to go on when it asks`() throws {
        let origin = try ScriptedOrigin()
        let client = RawClient(port: origin.port)
        client.write("PUT / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n")
        #expect(client.read(upTo: 25) == "HTTP/1.1 100 Continue\r\n\r\n")
        client.write("x")
        #expect(client.read(upTo: 12) == "HTTP/1.1 404")
    }

    @Test func `holds bytes back until the gate opens`() async throws {
        let origin = try ScriptedOrigin()
        let gate = ScriptedOrigin.Gate()
        origin["/x"] = .ok("hello").held(atBody: 2, by: gate)
        let client = RawClient(port: origin.port)
        client.write("GET /x HTTP/1.1\r\nConnection: close\r\n\r\n")
        #expect(client.read(upTo: 40) == "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe")
        gate.open()
        #expect(client.read() == "llo")
    }

    @Test func `sees a silent client leave`() async throws {
        let origin = try ScriptedOrigin()
        origin.fallback = .silence
        do {
            let client = RawClient(port: origin.port)
            client.write("GET /x HTTP/1.1\r\n\r\n")
            try await origin.request(1)
            #expect(origin.openConnectionCount == 1)
        }
        try await origin.connectionClosed(1)
        try await origin.openConnections(atMost: 0)
    }

    @Test func `closes everything when it stops`() async throws {
        let origin = try ScriptedOrigin()
        origin.fallback = .silence
        let client = RawClient(port: origin.port)
        client.write("GET /x HTTP/1.1\r\n\r\n")
        try await origin.request(1)
        origin.stop()
        #expect(client.read() == "")
        #expect(RawClient.exchange(port: origin.port) == nil)
    }

    @Test func `refuses what is no request`() throws {
        let origin = try ScriptedOrigin()
        let client = RawClient(port: origin.port)
        client.write("garbage\r\n\r\n")
        #expect(client.read()?.hasPrefix("HTTP/1.1 400") == true)
    }
}
