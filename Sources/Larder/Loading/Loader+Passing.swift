#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// Passing an answer on to those who wait, and storing it on the way.

extension Loader {
    /// Delivers an answer of the origin, body and all, and stores it if it may be stored.
    /// `stored` is what it was asked to confirm, if anything.
    func pass(
        _ reception: Reception, _ flight: Flight, _ stored: StoredAnswer?, _ status: CacheStatus
    ) async throws {
        let request = flight.request
        await invalidate(after: reception, request)
        if request.method == .head { await freshen(by: reception, request) }
        var status = status
        var sink = sink(for: reception, flight, replacing: stored)
        status.isStored = sink != nil
        if sink == nil || request.reuse(of: reception.response, at: now, in: store.kind) != .serve {
            deck.close(flight)
        }
        let head = Flight.LiveHead(
            response: reception.response, cacheStatus: status, wireBytes: reception.wireBytes)
        flight.deliver(.live(head), willStore: sink != nil)
        do {
            try await pump(reception, to: flight, &sink)
        } catch {
            await sink?.abandon()
            throw error
        }
        let source = await sink?.finish(flight)
        deck.finish(flight)
        flight.finish(.complete, source: source ?? nil)
    }

    private func pump(
        _ reception: Reception, to flight: Flight, _ sink: inout StoringSink?
    ) async throws {
        for try await chunk in reception.body {
            await sink?.take(chunk, flight)
            try await flight.send(chunk)
            guard flight.sentCount <= configuration.bodyLimit.bytes else {
                throw LoadError(
                    .tooLarge, "The body is longer than \(configuration.bodyLimit).",
                    url: flight.request.url)
            }
        }
        try checkLength(reception.response.fields, flight)
    }

    /// An origin that does not look at `Content-Length` itself must not make a part a whole.
    private func checkLength(_ fields: HTTPFields, _ flight: Flight) throws {
        guard flight.request.method != .head, fields["Content-Encoding"] == nil,
            let length = fields["Content-Length"].flatMap(Int.init), length != flight.sentCount
        else { return }
        throw LoadError(
            .truncated, "The body has \(flight.sentCount) bytes instead of \(length).",
            url: flight.request.url)
    }

    /// Where the answer is stored; `nil` when it is not.
    private func sink(
        for reception: Reception, _ flight: Flight, replacing stored: StoredAnswer?
    ) -> StoringSink? {
        let request = flight.request
        var response = reception.response
        var random = configuration.random
        guard request.isCacheable, request.method == .get, flight.mayStore,
            StoredResponse.mayStore(
                status: response.status, fields: response.fields, request: request.fields,
                in: store.kind),
            let selection = Selection(
                response: response.fields, request: request.fields, random: &random),
            !isLesser(response.status, than: stored)
        else { return nil }
        response.selection = selection
        return StoringSink(
            store: store, response: response.preparedForStoring(in: store.kind),
            request: request, window: configuration.window)
    }

    /// A server that fails takes nobody's stored answer away.
    private func isLesser(_ status: Int, than stored: StoredAnswer?) -> Bool {
        status >= 500 && (stored?.response.status ?? 500) < 500
    }
}

// MARK: - What an answer does to others

extension Loader {
    /// RFC 9111 §4.4.
    private func invalidate(after reception: Reception, _ request: PreparedRequest) async {
        let urls = Invalidation.urls(
            method: request.method, url: request.url, status: reception.response.status,
            fields: reception.response.fields)
        guard !urls.isEmpty else { return }
        let keys = [request.key] + urls.map(configuration.keys.key)
        for key in Set(keys) {
            await keep("an invalidation") { try await forget(key) }
        }
    }

    /// RFC 9111 §4.3.5.
    private func freshen(by head: Reception, _ request: PreparedRequest) async {
        guard request.isCacheable, HTTPStatus.isSuccess(head.response.status) else { return }
        guard case .found(let stored) = await store.find(request.key, for: request.fields) else {
            return
        }
        await keep("what a HEAD told") {
            let response = stored.response.afterHead(head.response)
            _ = try await store.update(stored, to: response, under: request.key)
        }
    }
}
