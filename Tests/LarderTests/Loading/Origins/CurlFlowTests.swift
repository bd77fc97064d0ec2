#if os(Linux)
import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Limits of an exchange` {
    private let server: ScriptedOrigin
    private let origin = CurlOrigin.direct

    /// 200,000 zeros.
    private static let bomb = Data(
        base64Encoded:
            "H4sIAAAAAAACA+3BMQEAAADCoPVPbQZ/oAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAACA1wB7WOBcQA0DAA==")

    init() throws {
        server = try ScriptedOrigin()
        server["/known"] = .ok("hello")
        server["/unknown"] = .ok("hello").chunked(2)
        server["/bomb"] = .ok(try #require(Self.bomb), ["Content-Encoding": "gzip"])
        server["/endless"] = .endless()
    }

    @Test(arguments: [
        ("/known", 4, nil), ("/known", 5, 5), ("/unknown", 4, nil), ("/unknown", 5, 5),
        ("/bomb", 199_999, nil), ("/bomb", 200_000, 200_000), ("/endless", 1_000_000, nil),
    ])
    func `hold for a body as sent and as unpacked`(
        path: String, limit: Int, received: Int?
    ) async throws {
        let request = OriginRequest(url: server.url(path), limit: .bytes(limit))
        guard received == nil else {
            #expect(try await origin.body(request).count == received)
            return
        }
        await #expect { try await origin.body(request) } throws: { LoadError.Code.tooLarge ~= $0 }
        try await server.connectionClosed(1)
    }

    @Test func `do not apply to what a HEAD or a 304 announces`() async throws {
        let head = OriginRequest(url: server.url("/known"), method: .head, limit: .bytes(1))
        #expect(try await origin.send(head).status == 200)
        server["/same"] = .status(304, ["Content-Length": "100"])
        let same = OriginRequest(url: server.url("/same"), limit: .bytes(1))
        #expect(try await origin.send(same).status == 304)
    }

    @Test func `hold for what comes of nothing, behind the end of a coded body`() async throws {
        let coded = deflated(Data("hello".utf8), window: 31) + Data(count: 300_000)
        server["/padded"] = .ok(coded, ["Content-Encoding": "gzip"]).chunked(5000)
        let request = OriginRequest(url: server.url("/padded"), limit: .bytes(100_000))
        await #expect { try await origin.body(request) } throws: { LoadError.Code.tooLarge ~= $0 }
        let all = OriginRequest(url: server.url("/padded"), deadlines: .never)
        let response = try await origin.send(all)
        #expect(try await response.body.collect(upTo: .mebibytes(1)) == Data("hello".utf8))
        #expect(response.wireBytes() > 300_000)
    }

    @Test(arguments: [
        ("gzip", deflated(Data(count: 40_000_000), window: 31)),
        ("zstd", zstandard(Data(count: 40_000_000))), ("br", BrotliSample.codedZeros),
    ])
    func `slow the sender of a coded body down when the reader is behind`(
        coding: String, coded: Data
    ) async throws {
        let content = Data(count: 40_000_000)
        server["/coded"] = .ok(coded, ["Content-Encoding": coding])
        let response = try await origin.send(
            OriginRequest(url: server.url("/coded"), deadlines: .never))
        var reading = response.body.makeAsyncIterator()
        var received = try await reading.next() ?? Data()
        for _ in 0..<20 { _ = try await origin.body(server.url("/known")) }
        while let part = try await reading.next() { received += part }
        #expect(received == content)
    }

    @Test func `count what came over the wire`() async throws {
        let response = try await origin.send(
            OriginRequest(url: server.url("/bomb"), deadlines: .never))
        #expect(try await response.body.collect(upTo: .mebibytes(1)).count == 200_000)
        #expect(response.wireBytes() < 1000)
    }

    @Test func `slow the sender down when the reader is behind`() async throws {
        server["/large"] = .large(.mebibytes(64))
        let response = try await origin.send(
            OriginRequest(url: server.url("/large"), deadlines: .never))
        var reading = response.body.makeAsyncIterator()
        var received = try await reading.next()?.count ?? 0
        // Another exchange that comes and goes shows that the thread has had its chance.
        for _ in 0..<50 { _ = try await origin.body(server.url("/known")) }
        #expect(response.wireBytes() - received < 1 << 20)
        while let part = try await reading.next() { received += part.count }
        #expect(received == 64 << 20)
    }

    @Test func `are asked for in the order of priority`() async throws {
        var configuration = CurlOrigin.Configuration()
        configuration.hostExchangeLimit = 1
        configuration.proxy = .none
        let origin = CurlOrigin(configuration)
        let gate = ScriptedOrigin.Gate()
        server["/first"] = .ok("").held(by: gate)
        server.fallback = .ok("")
        let first = Task { [server] in try await origin.body(server.url("/first")) }
        try await server.request(1)
        var others: [Task<Data, any Error>] = []
        for priority in [LoadPriority.low, .normal, .highest, .lowest, .high] {
            let request = OriginRequest(
                url: server.url("/\(priority.rawValue)"), priority: priority)
            others.append(Task.immediate { try await origin.body(request) })
        }
        gate.open()
        _ = try await first.value
        for other in others { _ = try await other.value }
        #expect(server.requests.map(\.path) == ["/first", "/4", "/3", "/2", "/1", "/0"])
    }
}
#endif
