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
            switch try await attemptToReceive(flight, wanted, attempt) {
            case .received(let reception): return reception
            case .again(let delay): try await configuration.time.sleep(delay)
            }
            attempt += 1
        }
    }

    private enum Attempt {
        case received(Reception)
        case again(after: Duration)
    }

    private func attemptToReceive(
        _ flight: Flight, _ wanted: Wanted, _ attempt: Int
    ) async throws -> Attempt {
        do {
            let reception = try await send(flight, wanted)
            let asked = RetryAfter.delay(reception.response.fields, now: now)
            if isFinal(reception.response, asked) {
                retries.earn()
                return .received(reception)
            }
            let failure = OriginFailure.status(reception.response.status)
            guard let delay = delay(flight, wanted, attempt, after: failure, asked) else {
                return .received(reception)
            }
            await reception.body.readOut()
            return .again(after: delay)
        } catch let error as LoadError where RetryPolicy.isWorthRetrying(error.code) {
            let failure = OriginFailure(error)
            guard let delay = delay(flight, wanted, attempt, after: failure, nil) else {
                throw error
            }
            return .again(after: delay)
        }
    }

    /// Whether another attempt would bring nothing else. An origin that states how long its
    /// failure holds is believed.
    private func isFinal(_ response: StoredResponse, _ asked: Duration?) -> Bool {
        guard configuration.retry.mayRetry(status: response.status, retryAfter: asked) else {
            return true
        }
        if case .fresh = response.freshness(at: now, in: store.kind) { return true }
        return false
    }

    /// How long to wait for another attempt; `nil` to give up, also when a stored answer stands
    /// in for the `failure`.
    private func delay(
        _ flight: Flight, _ wanted: Wanted, _ attempt: Int, after failure: OriginFailure?,
        _ asked: Duration?
    ) -> Duration? {
        if let stored = wanted.standIn, let failure,
            flight.request.mayServe(stored.response, instead: failure, at: now, in: store.kind)
        {
            return nil
        }
        guard flight.request.method.isIdempotent else { return nil }
        return retries.delay(
            before: attempt + 1, retryAfter: asked, random: configuration.random)
    }

    /// One attempt.
    func send(_ flight: Flight, _ wanted: Wanted) async throws -> Reception {
        let place = try await HostPlace(gate, flight: flight)
        let requestedAt = now
        let (message, isValidation) = message(flight, wanted)
        let answer = try await configuration.origin.send(message)
        flight.wire.add(answer.wireBytes)
        let head = StoredResponse(
            status: answer.status, fields: answer.fields, requestedAt: requestedAt,
            receivedAt: max(now, requestedAt))
        guard answer.status != 206 || message.fields["Range"] != nil else {
            throw LoadError(
                .malformed, "The server sent a part although the whole was asked for.",
                url: flight.request.url)
        }
        return Reception(
            response: head, body: answer.body, isValidation: isValidation, place: place)
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
