#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Asking the origin: conditions, a place with the host, retries.

/// What of an answer is wanted from the origin.
enum Wanted: Sendable {
    /// All of it, unless what is stored still holds.
    case whole(validating: StoredAnswer?)
    /// What an earlier transfer left out.
    case rest(ResumePoint)

    /// The stored answer that makes a failure bearable.
    var standIn: StoredAnswer? {
        if case .whole(let stored) = self { stored } else { nil }
    }
}

extension Loader {
    /// Sends a flight's request until an answer comes that is final, or nothing more may be
    /// tried.
    func receive(_ flight: Flight, _ wanted: Wanted) async throws -> Reception {
        var attempt = 1
        while true {
            do {
                let reception = try await send(flight, wanted)
                let response = reception.response
                guard RetryPolicy.isWorthRetrying(status: response.status) else {
                    retries.earn()
                    return reception
                }
                let asked = RetryAfter.delay(response.fields, now: now)
                guard let delay = delay(flight, wanted, attempt, asked) else { return reception }
                try await configuration.time.sleep(delay)
            } catch let error as LoadError where RetryPolicy.isWorthRetrying(error.code) {
                guard let delay = delay(flight, wanted, attempt, nil) else { throw error }
                try await configuration.time.sleep(delay)
            }
            attempt += 1
        }
    }

    /// How long to wait for another attempt; `nil` to give up, also when a stored answer can
    /// stand in.
    private func delay(
        _ flight: Flight, _ wanted: Wanted, _ attempt: Int, _ asked: Duration?
    ) -> Duration? {
        let hasStandIn = wanted.standIn.map {
            flight.request.mayServe($0.response, instead: .unreachable, at: now, in: store.kind)
        }
        guard flight.request.method.isIdempotent, hasStandIn != true else { return nil }
        return retries.delay(
            before: attempt + 1, retryAfter: asked, random: configuration.random)
    }

    /// One attempt.
    func send(_ flight: Flight, _ wanted: Wanted) async throws -> Reception {
        let place = try await HostPlace(gate, flight: flight)
        let requestedAt = now
        let (message, isValidation) = message(flight, wanted)
        let answer = try await configuration.origin.send(message)
        let head = StoredResponse(
            status: answer.status, fields: answer.fields, requestedAt: requestedAt,
            receivedAt: max(now, requestedAt))
        guard answer.status != 206 || message.fields["Range"] != nil else {
            throw LoadError(
                .malformed, "The server sent a part although the whole was asked for.",
                url: flight.request.url)
        }
        return Reception(
            response: head, body: answer.body, wireBytes: answer.wireBytes,
            isValidation: isValidation, place: place)
    }

    private func message(_ flight: Flight, _ wanted: Wanted) -> (OriginRequest, Bool) {
        let request = flight.request
        var fields = request.fieldsToSend
        var isValidation = false
        switch wanted {
        case .rest(let point):
            fields = fields.replacing(with: point.fields)
        case .whole(let stored):
            if request.method == .get, let stored, let validator = Validator(stored.response) {
                let own: Set = ["if-none-match", "if-modified-since"]
                fields = fields.without(own).replacing(with: validator.conditionalFields)
                isValidation = true
            }
        }
        let message = OriginRequest(
            url: request.url, method: request.method, fields: fields, body: request.body,
            priority: flight.priority, deadlines: configuration.deadlines,
            limit: configuration.bodyLimit, addressPolicy: configuration.addressPolicy)
        return (message, isValidation)
    }
}
