#if os(Linux)
@testable import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Faults of a server` {
    private typealias Script = ScriptedOrigin.Script

    private let server: ScriptedOrigin
    private let origin = CurlOrigin.direct

    init() throws {
        server = try ScriptedOrigin()
    }

    /// A kept connection that dies before any answer leaves open whether the server acted
    /// (RFC 9110 §9.2.2).
    @Test(arguments: [HTTPMethod.post, .patch, HTTPMethod(rawValue: "MKCOL")])
    func `a request that must not be repeated goes out once`(method: HTTPMethod) async throws {
        server["/warm"] = .ok("hello")
        server["/act"] = .hangUp
        let first = try await origin.send(OriginRequest(url: server.url("/warm")))
        for try await _ in first.body {}
        await #expect(throws: LoadError.self) {
            try await origin.send(
                OriginRequest(url: server.url("/act"), method: method, body: Data("x".utf8)))
        }
        #expect(server.requests(to: "/act").count == 1)
    }

    /// libcurl 7.88 wrote to freed memory here when a handle was used a second time.
    @Test func `a head that begins with a folded line is refused, whatever came before`()
        async throws
    {
        server["/good"] = .ok("hello", ["A": String(repeating: "a", count: 200)])
        server["/bad"] = .raw(
            "HTTP/1.1 200 OK\r\n Folded: \(String(repeating: "b", count: 900))\r\n\r\n".utf8)
        for _ in 0..<50 {
            #expect(try await origin.body(server.url("/good")) == Data("hello".utf8))
            await #expect(throws: LoadError.self) { try await origin.body(server.url("/bad")) }
        }
    }

    @Test(arguments: [
        (Script.hangUp, LoadError.Code.connectionLost), (.reset, .connectionLost),
        (.ok("hello").cut(after: 20), .connectionLost),
        (.ok("hello").reset(after: 20), .connectionLost),
        (.ok("hello").claiming(length: 9), .truncated),
        (.ok("hello").cut(afterBody: 0), .truncated),
        (.ok("hello").cut(afterBody: 4), .truncated),
        (.ok("hello").chunked(2).cut(afterBody: 9), .truncated),
        (.ok("hello").reset(afterBody: 2), .connectionLost),
        (.ok("hello").chunked(2).reset(afterBody: 9), .connectionLost),
        (.raw("SSH-2.0-OpenSSH_9.2\r\n".utf8), .malformed),
        (.raw("HTTP/1.1 abc OK\r\n\r\n".utf8), .malformed),
        (.raw("HTTP/1.1 200 OK\r\nno colon\r\n\r\n".utf8), .malformed),
        (.raw("HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n".utf8), .malformed),
        (.raw("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n".utf8), .malformed),
        (.raw("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n\r\na".utf8), .malformed),
        (
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\na".utf8),
            .malformed
        ),
        (
            .raw("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 1_000_000))\r\n\r\n".utf8),
            .malformed
        ),
        (.raw("HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n".utf8), .malformed),
        (
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab".utf8),
            .malformed
        ),
        (
            .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n".utf8),
            .malformed
        ),
        (.raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n".utf8), .malformed),
        (.raw(Array(repeating: UInt8(ascii: "a"), count: 1 << 20)), .malformed),
        (
            .raw(("HTTP/1.1 200 OK\r\n" + String(repeating: "A: b\r\n", count: 99_999)).utf8),
            .malformed
        ),
        (.ok("no gzip", ["Content-Encoding": "gzip"]), .malformed),
    ])
    private func `end in an error that tells them apart`(
        script: Script, code: LoadError.Code
    ) async throws {
        server["/x"] = script
        let url = server.url("/x")
        let error = await #expect(throws: LoadError.self) { try await origin.body(url) }
        #expect(error?.code == code, "\(error?.message ?? "")")
        #expect(error?.url == url)
        #expect(error?.message.contains("127.0.0.1:\(server.port)") == true)
    }

    @Test func `leave the head that came in the error`() async throws {
        server["/x"] = .ok("hello", ["ETag": "\"1\""]).claiming(length: 9)
        let error = await #expect(throws: LoadError.self) {
            try await origin.body(server.url("/x"))
        }
        #expect(error?.response?.status == 200)
        #expect(error?.response?.fields["ETag"] == "\"1\"")
        #expect(error?.message.contains("after 5 of 9 bytes") == true)
    }

    @Test func `come after the bytes that came before them`() async throws {
        server["/x"] = .ok("hello").claiming(length: 9)
        var reading = try await origin.send(OriginRequest(url: server.url("/x"), deadlines: .never))
            .body
            .makeAsyncIterator()
        #expect(try await reading.next() == Data("hello".utf8))
        await #expect { try await reading.next() } throws: { LoadError.Code.truncated ~= $0 }
    }

    @Test(arguments: CodedSample.all, [false, true])
    func `are found out where a coded body breaks off, though its message is whole`(
        sample: CodedSample, isEndedByLength: Bool
    ) async throws {
        let (coding, coded) = (sample.coding, sample.coded)
        func answer(_ body: Data) -> ScriptedOrigin.Script {
            let length = isEndedByLength ? "Content-Length: \(body.count)\r\n" : ""
            let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n\(length)\r\n"
            return .raw(Data(head.utf8) + body)
        }
        server["/whole"] = answer(coded)
        #expect(try await origin.body(server.url("/whole")) == sample.content)
        for count in stride(from: 1, to: coded.count, by: coded.count / 20) {
            server["/cut"] = answer(coded.prefix(count))
            await #expect("after \(count) bytes") {
                try await origin.body(server.url("/cut"))
            } throws: { LoadError.Code.truncated ~= $0 }
        }
        server["/none"] = answer(Data("not in that coding".utf8))
        await #expect { try await origin.body(server.url("/none")) } throws: {
            LoadError.Code.malformed ~= $0
        }
    }

    @Test func `tell a host without a name from one that listens to nobody`() async throws {
        let nameless = try #require(URL(string: "http://no-such-host.invalid/"))
        await #expect { try await origin.body(nameless) } throws: {
            LoadError.Code.hostNotFound ~= $0
        }
        server.stop()
        let url = server.url("/x")
        await #expect { try await origin.body(url) } throws: {
            LoadError.Code.connectionRefused ~= $0
        }
    }

    @Test(arguments: [
        ("http://[::1]:1/", "http://[::1]:1"), ("HTTPS://a.example/b?c", "https://a.example"),
    ])
    func `name the place as URLs do`(url: String, place: String) throws {
        #expect(Transfer.place(try #require(URL(string: url))) == place)
    }

    @Test func `do not harm the exchanges that follow`() async throws {
        server["/bad"] = .ok("hello").cut(afterBody: 2)
        server["/good"] = .ok("hello")
        for _ in 0..<20 {
            await #expect(throws: LoadError.self) { try await origin.body(server.url("/bad")) }
            #expect(try await origin.body(server.url("/good")) == Data("hello".utf8))
        }
    }
}

@Suite struct `A response that is cut` {
    private static let body = (0..<60).map { UInt8($0) }
    private static let fields: HTTPFields = ["ETag": "\"1\""]

    /// Each byte of a head and a body of known length: whole only when all is there.
    @Test func `at any byte of a body with a length is never taken for whole`() async throws {
        try await cut(.ok(Self.body, Self.fields), wholeFrom: 0)
    }

    /// The last line end of a chunked body says nothing that the chunk before it did not.
    @Test func `at any byte of a chunked body is never taken for whole`() async throws {
        try await cut(.ok(Self.body, Self.fields).chunked(7), wholeFrom: 2)
    }

    /// Cuts the response after each number of bytes. Those of the last `wholeFrom` bytes may be
    /// missing without harm.
    private func cut(_ script: ScriptedOrigin.Script, wholeFrom spare: Int) async throws {
        let server = try ScriptedOrigin()
        let origin = CurlOrigin.direct
        server["/whole"] = script.closing()
        let size = try #require(
            RawClient.exchange(port: server.port, "GET /whole")
        ).utf8.count
        for count in 0..<size {
            server["/cut"] = script.closing().cut(after: count)
            let result: Data?
            do {
                result = try await origin.body(server.url("/cut"))
            } catch LoadError.Code.truncated {
                result = nil
            } catch LoadError.Code.connectionLost {
                result = nil
            } catch LoadError.Code.malformed where count < 12 {
                // What came is too short to be told from a protocol that is not HTTP.
                result = nil
            }
            if let result {
                #expect(count >= size - spare, "taken for whole after \(count) of \(size)")
                #expect(result == Data(Self.body))
            }
        }
    }
}
#endif
