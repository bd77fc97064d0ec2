#if os(Linux)
import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `Leaving an exchange` {
    private let server: ScriptedOrigin
    private let origin = CurlOrigin.direct
    private let gate = ScriptedOrigin.Gate()

    init() throws {
        server = try ScriptedOrigin()
        server["/silent"] = .silence
        server["/stalls"] = .ok("hello").held(atBody: 2, by: gate)
        server["/whole"] = .ok("hello")
    }

    @Test func `before its head closes the connection`() async throws {
        let task = Task { [origin, server] in try await origin.body(server.url("/silent")) }
        try await server.request(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await server.connectionClosed(1)
    }

    @Test func `before it has begun sends nothing`() async throws {
        let task = Task { [origin, server] in
            withUnsafeCurrentTask { $0?.cancel() }
            return try await origin.body(server.url("/silent"))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await origin.body(server.url("/whole")) == Data("hello".utf8))
        #expect(server.requests.map(\.path) == ["/whole"])
    }

    @Test func `by cancelling the reader closes the connection`() async throws {
        let response = try await origin.send(
            OriginRequest(url: server.url("/stalls"), deadlines: .never))
        let task = Task { try await response.body.collect(upTo: .kibibytes(1)) }
        try await server.request(1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        try await server.connectionClosed(1)
    }

    @Test func `by dropping the body closes the connection`() async throws {
        _ = try await origin.send(OriginRequest(url: server.url("/stalls"), deadlines: .never))
        try await server.connectionClosed(1)
    }

    @Test func `by dropping the iterator closes the connection, the body in hand`() async throws {
        let response = try await origin.send(
            OriginRequest(url: server.url("/stalls"), deadlines: .never))
        for try await _ in response.body { break }
        try await server.connectionClosed(1)
        await #expect {
            try await response.body.collect(upTo: .kibibytes(1))
        } throws: {
            LoadError.Code.invalidRequest ~= $0
        }
    }

    @Test func `after its end keeps the connection`() async throws {
        for _ in 0..<3 {
            let response = try await origin.send(
                OriginRequest(url: server.url("/whole"), deadlines: .never))
            for try await _ in response.body {}
        }
        #expect(server.connectionCount == 1)
    }

    @Test func `leaves others alone`() async throws {
        let response = try await origin.send(
            OriginRequest(url: server.url("/stalls"), deadlines: .never))
        let task = Task { [origin, server] in try await origin.body(server.url("/silent")) }
        try await server.request(2)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
        #expect(try await response.body.collect(upTo: .kibibytes(1)) == Data("hello".utf8))
    }

    @Test func `tells two readers of one body apart`() async throws {
        let response = try await origin.send(
            OriginRequest(url: server.url("/stalls"), deadlines: .never))
        var first = response.body.makeAsyncIterator()
        #expect(try await first.next() == Data("he".utf8))
        let waiting = Task.immediate { [response] in
            var reading = response.body.makeAsyncIterator()
            return try await reading.next()
        }
        var second = response.body.makeAsyncIterator()
        await #expect { try await second.next() } throws: { LoadError.Code.invalidRequest ~= $0 }
        gate.open()
        #expect(try await waiting.value == Data("llo".utf8))
    }

    /// Each exchange ends once, in its bytes or in a cancellation, and no connection stays busy.
    @Test func `a thousand times at random points leaves no residue`() async throws {
        server.fallback = .ok(Array(repeating: 7, count: 100_000)).chunked(9_000)
        server.keepsRequests = false
        let origin = CurlOrigin.direct
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<1000 {
                group.addTask { [server] in
                    try await Self.leave(origin, server.url("/\(number)"), after: number * 37 % 101)
                }
                if number >= 40 { try await group.next() }
            }
            try await group.waitForAll()
        }
        #expect(try await origin.body(server.url("/whole")) == Data("hello".utf8))
        origin.close()
        try await server.openConnections(atMost: 0)
    }

    private static func leave(_ origin: CurlOrigin, _ url: URL, after steps: Int) async throws {
        let task = Task { try await origin.body(url) }
        for _ in 0..<steps { await Task.yield() }
        task.cancel()
        do {
            let body = try await task.value
            #expect(body.count == 100_000)
        } catch is CancellationError {}
    }
}
#endif
