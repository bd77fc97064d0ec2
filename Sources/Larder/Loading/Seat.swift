#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

/// A caller's place in a flight. Letting go of it is leaving.
final class Seat: Sendable {
    private enum State {
        case unread, reading, left
    }

    let flight: Flight
    /// Whether another caller had begun the flight.
    let isShared: Bool
    private let reader: Broadcast.Reader
    private let deck: FlightDeck
    private let state = Mutex(State.unread)

    init(flight: Flight, reader: Broadcast.Reader, deck: FlightDeck, isShared: Bool) {
        self.flight = flight
        self.reader = reader
        self.deck = deck
        self.isShared = isShared
    }

    deinit { leave() }
}

extension Seat {
    /// Waits for the head. A caller that is cancelled leaves at once.
    func head() async throws -> Flight.Head {
        do {
            return try await flight.head(reader)
        } catch {
            abandon()
            throw error
        }
    }

    /// The body, which can be read once if it is not all there.
    func body() -> Body {
        if let whole = flight.whole { return Body(whole) }
        let holder = SeatHolder(self)
        return Body { holder.begin() }
    }

    fileprivate func next() async throws -> Data? {
        state.withLock { if $0 == .unread { $0 = .reading } }
        do {
            return try await flight.next(reader)
        } catch {
            abandon()
            throw error
        }
    }

    /// Leaves without waiting for the rest.
    func abandon() {
        state.withLock { if $0 == .unread { $0 = .reading } }
        leave()
    }

    /// Leaves a flight whose answer is known already, and is to be stored all the same.
    func leaveToStore() { leave(unreadLimit: .bytes(.max)) }

    private func leave(unreadLimit: ByteCount = FlightDeck.unreadLimit) {
        let wasUnread: Bool? = state.withLock { state in
            defer { state = .left }
            return state == .left ? nil : state == .unread
        }
        if let wasUnread {
            deck.leave(flight, reader, unreadLimit: wasUnread ? unreadLimit : nil)
        }
    }
}

/// Holds a seat until a reader takes it, so that a dropped reader leaves although the body that
/// it came from lives on.
private final class SeatHolder: Sendable {
    private let seat: Mutex<Seat?>

    init(_ seat: Seat) {
        self.seat = Mutex(seat)
    }

    func begin() -> () async throws -> Data? {
        let taken = seat.withLock { seat in
            defer { seat = nil }
            return seat
        }
        guard let taken else {
            return { throw LoadError(.other, "This body was read before. Keep what you read.") }
        }
        return { try await taken.next() }
    }
}
