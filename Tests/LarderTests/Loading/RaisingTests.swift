import LarderTesting
import Synchronization
import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Who had a turn, in order.
private final class Turns: Sendable {
    let ids = Mutex<[Int]>([])
}

@Suite struct `A raise of a load` {
    @Test func `that comes just before the load begins is not lost`() throws {
        let scene = try LoaderScene()
        scene.server["/x"] = .ok("abc")
        let request = Request(scene.server.url("/x"), priority: .low)
        let haste = Mutex(LoadPriority.low)
        let prepared = try PreparedRequest(
            request, keys: .whole,
            urgency: .asked {
                let (told, isFirst) = haste.withLock { haste in
                    defer { haste = .high }
                    return (haste, haste == .low)
                }
                // Between the answer and the boarding there is no flight to be found.
                if isFirst { scene.loader.raise(request, to: .high) }
                return told
            })
        let seat = scene.loader.board(prepared)
        #expect(seat.flight.priority == .high)
        seat.abandon()
    }

    @Test func `that comes before the load waits for its host is not lost`() async throws {
        let gate = HostGate(perHost: 1, total: 1)
        let flights = try (0..<3).map { try flight($0) }
        try await gate.enter(flights[0], host: "a")
        let turns = Turns()
        _ = flights[2].raise(to: .high)
        gate.raise(2, to: .high)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 1...2 {
                group.addTask {
                    try await gate.enter(flights[id], host: "a")
                    turns.ids.withLock { $0.append(id) }
                    gate.leave(host: "a")
                }
                while gate.waitingCount < id { await Task.yield() }
            }
            gate.leave(host: "a")
            try await group.waitForAll()
        }
        #expect(turns.ids.withLock { $0 } == [2, 1])
    }

    private func flight(_ id: Int) throws -> Flight {
        let url = try #require(URL(string: "https://a.example/"))
        let request = try PreparedRequest(Request(url), keys: .whole)
        return Flight(id: id, request: request, .low, window: .mebibytes(1))
    }
}
