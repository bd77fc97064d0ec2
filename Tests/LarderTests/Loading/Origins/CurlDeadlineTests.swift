#if os(Linux)
import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Deadlines of an exchange` {
    private let server: ScriptedOrigin
    private let origin = CurlOrigin.direct
    private let gate = ScriptedOrigin.Gate()

    init() throws {
        server = try ScriptedOrigin()
        server["/silent"] = .silence
        server["/stalls"] = .ok("hello").held(atBody: 2, by: gate)
        server["/drips"] = .ok(Array(repeating: 0, count: 10_000)).paced(1, every: .milliseconds(5))
    }

    @Test(arguments: [
        ("/silent", Deadlines(firstByte: .milliseconds(40)), "No answer"),
        ("/stalls", Deadlines(idle: .milliseconds(40)), "fell silent"),
        ("/drips", Deadlines(idle: .seconds(5), total: .milliseconds(60)), "not complete"),
        ("/silent", Deadlines(total: .milliseconds(40)), "not complete"),
    ])
    func `end it, and say which`(path: String, deadlines: Deadlines, words: String) async throws {
        let request = OriginRequest(url: server.url(path), deadlines: deadlines)
        let error = await #expect(throws: LoadError.self) { try await origin.body(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        try await server.connectionClosed(1)
    }

    @Test func `cover the TLS handshake`() async throws {
        server.fallback = .silence
        let url = try #require(URL(string: "https://127.0.0.1:\(server.port)/"))
        let request = OriginRequest(url: url, deadlines: Deadlines(connect: .milliseconds(40)))
        let error = await #expect(throws: LoadError.self) { try await origin.body(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("No connection") == true)
    }

    @Test func `cover the wait for others to end`() async throws {
        var configuration = CurlOrigin.Configuration()
        configuration.exchangeLimit = 1
        configuration.proxy = .none
        let origin = CurlOrigin(configuration)
        let first = Task { [server] in try await origin.body(server.url("/silent")) }
        try await server.request(1)
        let request = OriginRequest(
            url: server.url("/x"), deadlines: Deadlines(total: .milliseconds(40)))
        let error = await #expect(throws: LoadError.self) { try await origin.body(request) }
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("waited too long") == true)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
    }

    @Test func `do not hold the reader's own slowness against the sender`() async throws {
        server["/large"] = .large(.mebibytes(8))
        let deadlines = Deadlines(idle: .milliseconds(30))
        let response = try await origin.send(
            OriginRequest(url: server.url("/large"), deadlines: deadlines))
        // The reader is away for many times the idle deadline.
        let other = OriginRequest(
            url: server.url("/silent"), deadlines: Deadlines(firstByte: .milliseconds(200)))
        await #expect(throws: LoadError.self) { try await origin.body(other) }
        #expect(try await response.body.collect(upTo: .mebibytes(8)).count == 8 << 20)
    }
}
#endif
