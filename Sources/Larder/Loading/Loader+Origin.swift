#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Asking the origin: conditions, a place with the host, retries.

extension Loader {
    /// Sends a flight's request until an answer comes that is final, or nothing more may be
    /// tried. With `stored`, the origin is asked whether that still holds.
    func receive(_ flight: Flight, validating stored: StoredAnswer?) async throws -> Reception {
        let request = flight.request
        let condition = request.method == .get ? stored.flatMap { Validator($0.response) } : nil
        var attempt = 1
        while true {
            let retryAfter: Duration?
            do {
                let reception = try await send(flight, condition)
                let status = reception.response.status
                guard RetryPolicy.isWorthRetrying(status: status) else {
                    retries.earn()
                    return reception
                }
                retryAfter = RetryAfter.delay(reception.response.fields, now: now)
                guard let delay = delay(request, stored, attempt, retryAfter) else {
                    return reception
                }
                try await configuration.time.sleep(delay)
            } catch let error as LoadError where RetryPolicy.isWorthRetrying(error.code) {
                guard let delay = delay(request, stored, attempt, nil) else { throw error }
                try await configuration.time.sleep(delay)
            }
            attempt += 1
        }
    }

    /// How long to wait for another attempt; `nil` to give up, also when a stored answer can
    /// stand in.
    private func delay(
        _ request: PreparedRequest, _ stored: StoredAnswer?, _ attempt: Int, _ asked: Duration?
    ) -> Duration? {
        let hasStandIn = stored.map {
            request.mayServe($0.response, instead: .unreachable, at: now, in: store.kind)
        }
        guard request.method.isIdempotent, hasStandIn != true else { return nil }
        return retries.delay(
            before: attempt + 1, retryAfter: asked, random: configuration.random)
    }

    /// One attempt.
    private func send(_ flight: Flight, _ condition: Validator?) async throws -> Reception {
        let place = try await HostPlace(gate, flight: flight)
        let requestedAt = now
        let answer = try await configuration.origin.send(message(flight, condition))
        let head = StoredResponse(
            status: answer.status, fields: answer.fields, requestedAt: requestedAt,
            receivedAt: max(now, requestedAt))
        guard answer.status != 206 || flight.request.fields["Range"] != nil else {
            throw LoadError(
                .malformed, "The server sent a part although the whole was asked for.",
                url: flight.request.url)
        }
        return Reception(
            response: head, body: answer.body, wireBytes: answer.wireBytes,
            isValidation: condition != nil, place: place)
    }

    private func message(_ flight: Flight, _ condition: Validator?) -> OriginRequest {
        let request = flight.request
        var fields = request.fieldsToSend
        if let condition {
            let own: Set = ["if-none-match", "if-modified-since"]
            fields = HTTPFields(Array(fields.without(own)) + Array(condition.conditionalFields))
        }
        return OriginRequest(
            url: request.url, method: request.method, fields: fields, body: request.body,
            priority: flight.priority, deadlines: configuration.deadlines,
            limit: configuration.bodyLimit, addressPolicy: configuration.addressPolicy)
    }
}
