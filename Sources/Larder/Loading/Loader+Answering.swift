#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// One hop from request to answer: policy, look-up, freshness, then a flight.

extension Loader {
    /// The stored answer, if it is in memory and may be used as it is.
    func answerAtHand(to request: PreparedRequest) -> Response? {
        guard request.readsCache,
            let stored = store.findAtHand(request.key, for: request.fields)
        else { return nil }
        return response(to: request, from: stored)
    }

    /// The answer to one request, redirects not followed.
    func answer(to request: PreparedRequest) async throws -> Response {
        let sighting = request.readsCache ? await sight(request) : nil
        if let sighting, let response = await response(to: request, after: sighting) {
            return response
        }
        return try await meter.load(request.url, configuration.time) {
            if request.isForCacheOnly { return try answerWithoutOrigin(request) }
            return try await response(to: request, in: board(request, after: sighting))
        }
    }

    private func sight(_ request: PreparedRequest) async -> Sighting {
        let mark = deck.mark(request.key)
        return Sighting(finding: await store.find(request.key, for: request.fields), mark: mark)
    }

    private func response(
        to request: PreparedRequest, after sighting: Sighting
    ) async -> Response? {
        guard case .found(let stored) = sighting.finding else {
            let response = await storedPart(for: request)
            if response != nil { meter.answeredFromCache() }
            return response
        }
        return response(to: request, from: stored)
    }

    /// The answer that `stored` is, if it may be used as it is.
    private func response(to request: PreparedRequest, from stored: StoredAnswer) -> Response? {
        let now = now
        switch request.reuse(of: stored.response, at: now, in: store.kind) {
        case .serve:
            break
        case .serveWhileRevalidating:
            if !request.isForCacheOnly { revalidateInBackground(request) }
        case .confirm:
            return nil
        }
        meter.answeredFromCache()
        return answer(request, from: stored, CacheStatus(isHit: true), at: now)
    }

    /// The answer to a request for a range, if all of it is in the part that is kept.
    private func storedPart(for request: PreparedRequest) async -> Response? {
        guard request.method == .get, let wanted = request.fields["Range"].flatMap(ByteRange.init),
            case .none = Precondition(request.fields),
            let part = await store.findPart(request.key, for: request.fields),
            request.reuse(of: part.response, at: now, in: store.kind) == .serve
        else { return nil }
        return answer(request, wanted, from: part, CacheStatus(isHit: true), at: now)
    }

    /// A seat in the flight for the request, which is as urgent as the request is by then: who made
    /// it more urgent just before found no flight to raise.
    func board(_ request: PreparedRequest, after sighting: Sighting? = nil) -> Seat {
        let seat = deck.board(request, as: flightKey(request)) {
            await self.fly($0, confirms: false, after: sighting)
        }
        raise(seat.flight, to: request.priority)
        return seat
    }

    /// Only what asks for nothing to change can be shared.
    private func flightKey(_ request: PreparedRequest) -> FlightKey {
        let isShareable = request.isCacheable || (request.method == .head && request.body == nil)
        var random = configuration.random
        return FlightKey(
            request, serial: isShareable ? 0 : UInt64.random(in: 1 ... .max, using: &random))
    }

    private func revalidateInBackground(_ request: PreparedRequest) {
        let request = request.forTheWhole
        deck.dispatch(request, as: flightKey(request)) { await self.fly($0, confirms: true) }
    }

    /// Waits for what the flight brings.
    private func response(to request: PreparedRequest, in seat: Seat) async throws -> Response {
        switch try await seat.head() {
        case .stored(let stored, var status):
            status.isCollapsed = seat.isShared
            return answer(request, from: stored, status, at: now)
        case .live(let head):
            var status = head.cacheStatus
            status.isCollapsed = seat.isShared
            let isKnown = head.isKnown(to: request)
            if isKnown, status.isStored { seat.leaveToStore() }
            let fields = head.response.fields
            return Response(
                status: isKnown ? 304 : head.response.status,
                fields: isKnown ? fields.ofNotModified : fields,
                body: isKnown ? Body(Data()) : seat.body(), url: request.url, cacheStatus: status,
                requestedAt: head.response.requestedAt, receivedAt: head.response.receivedAt,
                age: head.response.age(at: now), countWireBytes: head.wireBytes)
        }
    }

    /// RFC 9111 §5.2.1.7, or the policy's own error.
    private func answerWithoutOrigin(_ request: PreparedRequest) throws -> Response {
        guard request.policy != .cacheOnly else {
            throw LoadError(
                .notCached, "The cache has no answer, and nothing else was to be asked.",
                url: request.url)
        }
        return Response(
            status: 504, fields: ["Date": HTTPDate(now).description], body: Body(Data()),
            url: request.url, cacheStatus: CacheStatus(detail: "only-if-cached"),
            requestedAt: now, receivedAt: now, age: nil, countWireBytes: { 0 })
    }

    var now: Date { configuration.time.now() }
}

extension Flight.LiveHead {
    /// Whether the caller said to have this content already, and only the origin was not told.
    fileprivate func isKnown(to request: PreparedRequest) -> Bool {
        let condition = Precondition(request.fields)
        // That an answer was made before a moment does not tell that its content was.
        if case .ifModifiedSince = condition, !response.fields.has("Last-Modified") { return false }
        return hidConditions && condition.isAnsweredByNotModified(response)
    }
}
