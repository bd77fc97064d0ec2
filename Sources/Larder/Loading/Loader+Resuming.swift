#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Going on with a transfer that broke off: within a load, and after a restart.

extension Loader {
    /// The rest of a body that broke off in this load; `nil` when it cannot be had.
    ///
    /// Callers hold the beginning already, so an origin whose content has changed since ends the
    /// load: the next one fetches the new content.
    func resume(
        _ response: StoredResponse, _ flight: Flight, _ attempt: Int
    ) async throws -> Reception? {
        guard flight.request.method == .get,
            let point = ResumePoint(response, received: flight.sentCount),
            let delay = retries.delay(
                before: attempt, retryAfter: nil, random: configuration.random)
        else { return nil }
        try await configuration.time.sleep(delay)
        let reception = try await receive(flight, .rest(point))
        let answer = reception.response
        let verdict = point.judge(status: answer.status, fields: answer.fields)
        return verdict == .goesOn ? reception : nil
    }

    /// Goes on with a transfer that an earlier load began. Returns whether that came to an
    /// answer; if not, the whole is to be fetched.
    func continueEarlierLoad(_ flight: Flight) async throws -> Bool {
        let request = flight.request
        guard mayResume(request), let part = await store.findPart(request.key, for: request.fields)
        else { return false }
        guard let point = part.point else {
            await keep("the removal of a part") { try await store.removePart(under: request.key) }
            return false
        }
        let reception = try await receive(flight, .rest(point))
        let answer = reception.response
        let status = CacheStatus(forwardReason: .partial, forwardStatus: answer.status)
        switch point.judge(status: answer.status, fields: answer.fields) {
        case .goesOn: try await pass(reception, flight, nil, status, after: part)
        case .startsAnew: try await pass(reception, flight, nil, status)
        case .isUseless where RetryPolicy.failures.contains(answer.status):
            // A server in trouble says nothing about the part: it is kept for a better day.
            try await pass(reception, flight, nil, status)
            return true
        case .isUseless: break
        }
        await keep("the removal of a part") { try await store.removePart(under: request.key) }
        return flight.isDelivered
    }

    func mayResume(_ request: PreparedRequest) -> Bool {
        request.method == .get && request.readsCache && request.fields["Range"] == nil
            && Precondition.names.allSatisfy { request.fields[$0] == nil }
    }
}
