#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Passing an answer on to those who wait, and storing it on the way.

extension Loader {
    /// Delivers an answer of the origin, body and all, and stores it if it may be stored.
    ///
    /// The head goes out first, but for a body that is all there. `stored` is what the origin was
    /// asked to confirm, if anything; `part` the beginning of the body, when the origin sends only
    /// the rest.
    func pass(
        _ reception: Reception, _ flight: Flight, _ stored: StoredAnswer?, _ status: CacheStatus,
        after part: PartialAnswer? = nil
    ) async throws {
        await takeEffect(reception, flight)
        let response = part?.joined(with: reception.response) ?? reception.response
        let sink = sink(for: response, flight, replacing: stored)
        var status = status
        status.isStored = sink != nil
        if sink == nil { await forgetReplaced(stored, by: reception.response, flight) }
        if sink == nil || flight.request.reuse(of: response, at: now, in: store.kind) != .serve {
            deck.close(flight)
        }
        let head = Flight.LiveHead(
            response: response, cacheStatus: status,
            wireBytes: { [wire = flight.wire] in wire.count },
            hidConditions: reception.isValidation)
        // What is all there is handed out with its end, and whoever waits is woken once.
        let isWhole =
            part == nil
            && reception.body.wholeCount.map { hasLength($0, response, flight) } == true
        if !isWhole { flight.deliver(.live(head), willStore: sink != nil) }
        // Nobody waits for an answer that others do not get.
        if sink?.isShareable != true { await flight.endLease() }
        do {
            if let part { try await pump(part.body, to: flight, sink) }
            try await pumpAndResume(reception, response, to: flight, sink)
        } catch {
            flight.deliver(.live(head), willStore: false)
            if Self.leavesGoodPart(error) {
                await sink?.keepPart(flight)
            } else {
                await sink?.abandon()
            }
            throw error
        }
        let source = await sink?.finish(flight)
        deck.finish(flight)
        flight.finish(.complete, with: .live(head), source: source ?? nil)
    }

    /// Whether what came before the error is as good as if it had not happened.
    private static func leavesGoodPart(_ error: any Error) -> Bool {
        guard let code = (error as? LoadError)?.code else { return error is CancellationError }
        return RetryPolicy.isWorthRetrying(code) || code == .connectionRefused
            || code == .hostNotFound || code == .outOfDescriptors
    }

    /// Sends the body on to its end, over as many transfers as the retry policy allows.
    private func pumpAndResume(
        _ reception: Reception, _ response: StoredResponse, to flight: Flight,
        _ sink: StoringSink?
    ) async throws {
        var reception = reception
        var attempt = 1
        while true {
            do {
                try await pump(reception.body, to: flight, sink)
                return try checkLength(response, flight)
            } catch let error as LoadError where RetryPolicy.isWorthRetrying(error.code) {
                attempt += 1
                let rest = try await resume(response, flight, attempt)
                guard let rest else { throw error }
                reception = rest
            }
        }
    }

    private func pump(
        _ body: Body, to flight: Flight, _ sink: StoringSink?
    ) async throws {
        for try await chunk in body {
            if sink?.isGivenUp == false {
                await sink?.take(chunk, flight)
                if sink?.isGivenUp == true { deck.close(flight) }
            }
            try await flight.send(chunk)
            guard flight.sentCount <= configuration.bodyLimit.bytes else {
                throw LoadError(
                    .tooLarge, "The body is longer than \(configuration.bodyLimit).",
                    url: flight.request.url)
            }
        }
    }

    /// An origin that does not look at `Content-Length` itself must not make a part a whole.
    private func checkLength(_ response: StoredResponse, _ flight: Flight) throws {
        let count = flight.sentCount
        guard !hasLength(count, response, flight) else { return }
        throw LoadError(
            .truncated,
            "The body has \(count) bytes instead of \(response.fields["Content-Length"] ?? "").",
            url: flight.request.url)
    }

    /// Whether `count` bytes are as many as `response` announces, if any. What answers a HEAD, and
    /// a 304, announces those of another answer (RFC 9110 §8.6).
    private func hasLength(_ count: Int, _ response: StoredResponse, _ flight: Flight) -> Bool {
        guard flight.request.method != .head, response.status != 304,
            response.fields["Content-Encoding"] == nil,
            let length = response.fields["Content-Length"].flatMap(Int.init)
        else { return true }
        return length == count
    }

    /// Where the answer is stored; `nil` when it is not.
    private func sink(
        for response: StoredResponse, _ flight: Flight, replacing stored: StoredAnswer?
    ) -> StoringSink? {
        let request = flight.request
        let part = response.contentRange
        var response = part.map { response.ofTheWhole($0.completeLength) } ?? response
        var random = configuration.random
        guard isKept(response, request), flight.mayStore,
            response.mayBeStored(answering: request.fields, in: store.kind),
            let selection = Selection(
                response: response.fields, request: request.fields, random: &random),
            !isLesser(response.status, than: stored)
        else { return nil }
        response.selection = selection
        return StoringSink(
            store: store, response: response.preparedForStoring(in: store.kind),
            request: request, window: configuration.window, part: part?.range)
    }

    /// Whether the answer is one that a GET may be answered with later: a GET's own, or what a
    /// POST was answered with when that is the URL's content now, by its own word, and is fresh by
    /// its own word (RFC 9110 §9.3.3).
    private func isKept(_ response: StoredResponse, _ request: PreparedRequest) -> Bool {
        if request.method == .get { return request.isCacheable }
        guard request.method == .post, request.isWeb, request.policy != .noStore,
            HTTPStatus.isSuccess(response.status),
            !response.freshnessLifetime(in: store.kind).isHeuristic,
            case .fresh = response.freshness(at: now, in: store.kind),
            let location = response.fields.values("Content-Location").first,
            let url = URL(reference: location, relativeTo: request.url)
        else { return false }
        return configuration.keys.key(for: url) == configuration.keys.key(for: request.url)
    }

    /// A server that fails takes nobody's stored answer away.
    private func isLesser(_ status: Int, than stored: StoredAnswer?) -> Bool {
        status >= 500 && (stored?.response.status ?? 500) < 500
    }
}
