#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the origin answered, its body not read yet.
struct Reception: Sendable {
    /// The head as it came, with the times around it.
    let response: StoredResponse
    let body: Body
    /// Whether the request carried the conditions of a stored answer, and not the caller's own.
    let isValidation: Bool
    /// Keeps the exchange's place with its host taken.
    let place: HostPlace
}

/// An exchange's place with its host, given back when it is let go of.
final class HostPlace: Sendable {
    private let gate: HostGate
    private let host: String

    /// Waits for a place.
    ///
    /// - Throws: `CancellationError`.
    init(_ gate: HostGate, flight: Flight) async throws {
        host = flight.request.url.host() ?? ""
        self.gate = gate
        try await gate.enter(flight, host: host)
    }

    deinit { gate.leave(host: host) }
}
