#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// How a stored response answers a request: whole, in part, or by saying that the caller has it.

extension Loader {
    /// The answer to `request` that `stored` gives at `now`.
    func answer(
        _ request: PreparedRequest, from stored: StoredAnswer, _ status: CacheStatus,
        at now: Date
    ) -> Response {
        let age = stored.response.age(at: now)
        let part = StoredPart(request, stored, age: told(age, of: stored.response, status))
        return answer(request, part, of: stored.response, age, status)
    }

    /// The answer to a request for the range `wanted` that `stored` gives at `now`; `nil` when it
    /// cannot.
    func answer(
        _ request: PreparedRequest, _ wanted: ByteRange, from stored: PartialAnswer,
        _ status: CacheStatus, at now: Date
    ) -> Response? {
        let age = stored.response.age(at: now)
        let told = told(age, of: stored.response, status)
        guard let part = StoredPart(request, wanted, stored, age: told) else { return nil }
        return answer(request, part, of: stored.response, age, status)
    }

    private func answer(
        _ request: PreparedRequest, _ part: StoredPart, of response: StoredResponse,
        _ age: Duration?, _ status: CacheStatus
    ) -> Response {
        var status = status
        let lifetime = response.freshnessLifetime(in: store.kind).duration
        status.timeToLive = age.map { lifetime - $0 }
        return Response(
            status: part.status, fields: part.fields, body: part.body, url: request.url,
            cacheStatus: status, requestedAt: response.requestedAt,
            receivedAt: response.receivedAt, age: age, countWireBytes: { 0 })
    }

    /// What `Age` says: nothing when the origin confirmed the answer for this very request, unless
    /// a cache on the way did so for it (RFC 9111 §4, §5.1).
    private func told(
        _ age: Duration?, of response: StoredResponse, _ status: CacheStatus
    ) -> Duration? {
        let isConfirmed = status.forwardStatus == 304 && response.fields["Age"] == nil
        return isConfirmed ? nil : age
    }
}
