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
        let part = StoredPart(request, stored, age: told(stored.response, status))
        return answer(request, part, of: stored.response, status)
    }

    /// The answer to a request for the range `wanted` that `stored` gives; `nil` when it cannot.
    func answer(
        _ request: PreparedRequest, _ wanted: ByteRange, from stored: PartialAnswer,
        _ status: CacheStatus
    ) -> Response? {
        let age = told(stored.response, status)
        guard let part = StoredPart(request, wanted, stored, age: age) else { return nil }
        return answer(request, part, of: stored.response, status)
    }

    private func answer(
        _ request: PreparedRequest, _ part: StoredPart, of response: StoredResponse,
        _ status: CacheStatus
    ) -> Response {
        var status = status
        switch response.freshness(at: now, in: store.kind) {
        case .fresh(let remaining): status.timeToLive = remaining
        case .stale(let excess): status.timeToLive = .zero - excess
        case .unknown: break
        }
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
