#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Loads that the cache alone cannot answer, and what came over the network.

extension Meter {
    /// Runs `load`, and notes what came of it while somebody watches.
    func load(
        _ url: URL, _ time: TimeSource, _ load: () async throws -> Response
    ) async throws -> Response {
        guard isOn else { return try await load() }
        let start = time.uptime()
        let id = loads.change { tally in
            tally.lastLoad += 1
            return tally.lastLoad
        }
        announce(.loadBegan(id: id, url: url))
        do {
            let response = try await load()
            let (source, duration) = (response.source, time.uptime() - start)
            loads.change { $0.answers[source, default: Histogram()].add(duration) }
            announce(
                .loadAnswered(
                    id: id, url: url, status: response.status, source: source, duration: duration))
            return response
        } catch {
            let code = (error as? LoadError)?.code.description ?? "cancelled"
            loads.change { $0.failures[code, default: 0] += 1 }
            announce(.loadFailed(id: id, url: url, error: error, duration: time.uptime() - start))
            throw error
        }
    }

    /// Notes an answer that the cache alone gave.
    func answeredFromCache() {
        if isOn { loads.answeredFromCache() }
    }

    /// Notes what came over the network in a flight that has ended.
    func received(_ url: URL, _ bytes: @autoclosure () -> Int) {
        guard isOn, case let bytes = bytes(), bytes > 0 else { return }
        loads.change { $0.receivedBytes += bytes }
        announce(.received(url: url, bytes: .bytes(bytes)))
    }
}
