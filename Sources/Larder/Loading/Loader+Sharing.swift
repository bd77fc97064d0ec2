#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Synchronization

// What a layer above needs that keeps something of its own beside a loader's answers.

extension Loader {
    /// The tier that answers are kept in.
    package var cache: any CacheTier { store.cache }

    /// Under what the answer to `request` is kept; the URL as it is written if it is no URL that
    /// can be loaded.
    package func key(for request: Request) -> String {
        // A request that cannot be prepared fails when it is loaded, with the reason.
        let prepared = try? PreparedRequest(request, keys: configuration.keys)
        return prepared?.key ?? request.key ?? request.url.absoluteString
    }

    /// Makes the exchanges that are under way for `request` more urgent, without joining them.
    /// After a redirect to another key this changes nothing.
    package func raise(_ request: Request, to priority: LoadPriority) {
        for flight in deck.flights(under: key(for: request)) { raise(flight, to: priority) }
    }

    func raise(_ flight: Flight, to priority: LoadPriority) {
        if flight.raise(to: priority) { gate.raise(flight.id, to: priority) }
    }
}

extension FlightDeck {
    /// The flights under way whose answers are kept under `storageKey`.
    fileprivate func flights(under storageKey: String) -> [Flight] {
        state.withLock { state in
            state.flights.all { $0.storageKey == ExactKey(storageKey) }
                .compactMap { state.running[$0] }
        }
    }
}
