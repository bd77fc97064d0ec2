#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// How a stored response answers a request: whole, in part, or by saying that the caller has it.

extension Loader {
    /// The answer to `request` that `stored` gives.
    func answer(
        _ request: PreparedRequest, from stored: StoredAnswer, _ status: CacheStatus
    ) -> Response {
        let response = stored.response
        var status = status
        if case .fresh(let remaining) = response.freshness(at: now, in: store.kind) {
            status.timeToLive = remaining
        } else if case .stale(let excess) = response.freshness(at: now, in: store.kind) {
            status.timeToLive = .zero - excess
        }
        let part = StoredPart(request, stored, age: told(response, status))
        return Response(
            status: part.status, fields: part.fields, body: part.body, url: request.url,
            cacheStatus: status, requestedAt: response.requestedAt,
            receivedAt: response.receivedAt, age: response.age(at: now), countWireBytes: { 0 })
    }

    /// What `Age` says: nothing when the origin confirmed the answer for this very request, unless
    /// a cache on the way did so for it (RFC 9111 §4, §5.1).
    private func told(_ response: StoredResponse, _ status: CacheStatus) -> Duration? {
        let isConfirmed = status.forwardStatus == 304 && response.fields["Age"] == nil
        return isConfirmed ? nil : response.age(at: now)
    }
}
