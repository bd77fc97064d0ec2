#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What a flight does: look once more, ask the origin, judge its answer, pass it on.

/// What a look-up came to, and the key's mark just before.
struct Sighting: Sendable {
    let finding: ResponseStore.Finding
    let mark: UInt64
}

extension Loader {
    /// Does a flight's work to its end. `confirms` is for a stored answer that was handed out
    /// already while it is confirmed; `sighting` is what its caller has seen of the store.
    func fly(_ flight: Flight, confirms: Bool, after sighting: Sighting? = nil) async {
        defer { meter.received(flight.request.url, flight.wire.count) }
        do {
            try await exchange(flight, confirms: confirms, after: sighting)
        } catch {
            deck.finish(flight)
            flight.finish(.failed(configuration.disclosure.shown(error)))
        }
    }

    private func exchange(
        _ flight: Flight, confirms: Bool, after sighting: Sighting? = nil,
        goingOnWith wait: FleetWait? = nil
    ) async throws {
        let request = flight.request
        let (stored, reason) = await candidate(for: request, after: sighting)
        // Another flight may have landed since this one's look-up.
        if let stored, !confirms, reuse(stored, for: request) == .serve {
            return arrive(flight, with: stored, CacheStatus(isHit: true))
        }
        switch await turn(of: request, after: stored, goingOnWith: wait) {
        case .lookAgain(let wait):
            try await exchange(flight, confirms: false, goingOnWith: wait)
        case .ask(let lease):
            flight.hold(lease)
            try await flight.endingLease { try await ask(flight, stored, reason) }
        }
    }

    private func ask(
        _ flight: Flight, _ stored: StoredAnswer?, _ reason: CacheStatus.ForwardReason
    ) async throws {
        let request = flight.request
        if stored == nil, try await continueEarlierLoad(flight) { return }
        let reception: Reception
        do {
            reception = try await receive(flight, confirming: stored)
        } catch let error as LoadError {
            guard let stored, let failure = OriginFailure(error),
                mayServe(stored, for: request, instead: failure)
            else { throw error }
            let status = CacheStatus(forwardReason: reason, detail: error.code.description)
            return arrive(flight, with: stored, status)
        }
        try await judge(reception, flight, stored, reason)
    }

    /// The origin's answer. A 304 that speaks of something that is not stored here teaches nothing,
    /// and then the whole is asked for.
    private func receive(
        _ flight: Flight, confirming stored: StoredAnswer?
    ) async throws -> Reception {
        let reception = try await receive(flight, .whole(validating: stored))
        let answer = reception.response
        guard answer.status == 304, reception.isValidation,
            stored.flatMap({ Validator($0.response) })?.isConfirmed(by: answer.fields) != true
        else { return reception }
        await reception.body.readOut()
        return try await receive(flight, .whole(validating: nil))
    }

    /// What a 304, a failure and anything else come to (RFC 9111 §4.3.3).
    private func judge(
        _ reception: Reception, _ flight: Flight, _ stored: StoredAnswer?,
        _ reason: CacheStatus.ForwardReason
    ) async throws {
        let status = reception.response.status
        let cacheStatus = CacheStatus(forwardReason: reason, forwardStatus: status)
        guard let stored else { return try await pass(reception, flight, nil, cacheStatus) }
        if status == 304, reception.isValidation {
            return await confirm(stored, by: reception, flight, cacheStatus)
        }
        if HTTPStatus.isServerFailure(status),
            mayServe(stored, for: flight.request, instead: .status(status))
        {
            return arrive(flight, with: stored, cacheStatus)
        }
        try await pass(reception, flight, stored, cacheStatus)
    }

    /// What is stored for the request, and why the origin is asked all the same.
    private func candidate(
        for request: PreparedRequest, after sighting: Sighting?
    ) async -> (StoredAnswer?, CacheStatus.ForwardReason) {
        guard request.method == .get || request.method == .head else { return (nil, .method) }
        guard request.readsCache else { return (nil, .bypass) }
        switch await find(request, after: sighting) {
        case .nothing: return (nil, .uriMiss)
        case .others: return (nil, .varyMiss)
        case .found(let stored):
            if case .confirm(let reason) = reuse(stored, for: request) { return (stored, reason) }
            return (stored, .stale)
        }
    }

    /// Looks again only if something may have changed since.
    private func find(
        _ request: PreparedRequest, after sighting: Sighting?
    ) async -> ResponseStore.Finding {
        if let sighting, sighting.mark == deck.mark(request.key) { return sighting.finding }
        return await store.find(request.key, for: request.fields)
    }

    private func reuse(_ stored: StoredAnswer, for request: PreparedRequest) -> Reuse {
        request.reuse(of: stored.response, at: now, in: store.kind)
    }

    private func mayServe(
        _ stored: StoredAnswer, for request: PreparedRequest, instead failure: OriginFailure
    ) -> Bool {
        request.mayServe(stored.response, instead: failure, at: now, in: store.kind)
    }
}

// MARK: - Arriving with a stored answer

extension Loader {
    private func arrive(_ flight: Flight, with stored: StoredAnswer, _ status: CacheStatus) {
        deck.finish(flight)
        flight.deliver(.stored(stored, status), willStore: false)
        flight.finish(.complete)
    }

    /// The origin confirmed what is stored: its fields and times are made new, its body stays.
    private func confirm(
        _ stored: StoredAnswer, by reception: Reception, _ flight: Flight, _ status: CacheStatus
    ) async {
        await reception.body.readOut()
        let response = stored.response.confirmed(by: reception.response, in: store.kind)
        if flight.mayStore { await renew(stored, to: response, by: reception, flight.request) }
        arrive(flight, with: stored.with(response), status)
    }

    /// Runs a step of storing. A tier that fails costs a later hit, not this answer.
    func keep(_ what: StaticString, _ step: () async throws -> Void) async {
        do { try await step() } catch { return }
    }
}
