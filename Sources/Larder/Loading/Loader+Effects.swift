#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What an answer does to what is stored for its URL, and for others.

extension Loader {
    /// Does what the head of an answer demands before anybody sees it.
    func takeEffect(_ reception: Reception, _ flight: Flight) async {
        await invalidate(after: reception, flight)
        if flight.request.method == .head { await freshen(by: reception, flight.request) }
    }

    /// RFC 9111 §4.4.
    private func invalidate(after reception: Reception, _ flight: Flight) async {
        let request = flight.request
        let urls = Invalidation.urls(
            method: request.method, url: request.url, status: reception.response.status,
            fields: reception.response.fields)
        guard !urls.isEmpty else { return }
        for key in Set([request.key] + urls.map(configuration.keys.key)) {
            await keep("an invalidation") { try await forget(key, sparing: flight) }
        }
    }

    /// RFC 9111 §4.3.5.
    private func freshen(by head: Reception, _ request: PreparedRequest) async {
        guard request.isCacheable, HTTPStatus.isSuccess(head.response.status),
            !request.control.noStore, !head.response.cacheControl.noStore,
            case .found(let stored) = await store.find(request.key, for: request.fields)
        else { return }
        let response = stored.response.afterHead(head.response, in: store.kind)
        await renew(stored, to: response, by: head, request)
    }

    /// Forgets what the origin was asked to confirm and answered anew, where the answer is not
    /// stored in its place: nobody shall meet it again when the origin cannot be reached
    /// (RFC 9111 §4.3.3).
    func forgetReplaced(
        _ stored: StoredAnswer?, by answer: StoredResponse, _ flight: Flight
    ) async {
        guard let stored, flight.request.method == .get, flight.mayStore,
            HTTPStatus.replacesContent(answer.status)
        else { return }
        await keep("a removal") { try await store.remove(stored, under: flight.request.key) }
    }

    /// Keeps what a `news` without a body told of a stored answer.
    ///
    /// An answer that may no longer be kept, or that answers no later request, is forgotten.
    func renew(
        _ stored: StoredAnswer, to response: StoredResponse, by news: Reception,
        _ request: PreparedRequest
    ) async {
        var random = configuration.random
        let mayStay = response.mayBeStored(answering: request.fields, in: store.kind)
        let renewed = mayStay ? response.selecting(by: request.fields, random: &random) : nil
        await keep("what was told of a stored answer") {
            if let renewed {
                try await store.update(
                    stored, to: renewed, answering: request.fields, under: request.key)
            } else {
                try await store.remove(stored, under: request.key)
            }
        }
    }
}
