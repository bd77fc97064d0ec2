#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What an answer does to what is stored for its URL, and for others.

extension Loader {
    /// Does what the head of an answer demands before anybody sees it.
    func takeEffect(_ reception: Reception, _ flight: Flight) async {
        await invalidate(after: reception, flight.request)
        if flight.request.method == .head { await freshen(by: reception, flight.request) }
    }

    /// RFC 9111 §4.4.
    private func invalidate(after reception: Reception, _ request: PreparedRequest) async {
        let urls = Invalidation.urls(
            method: request.method, url: request.url, status: reception.response.status,
            fields: reception.response.fields)
        guard !urls.isEmpty else { return }
        for key in Set([request.key] + urls.map(configuration.keys.key)) {
            await keep("an invalidation") { try await forget(key) }
        }
    }

    /// RFC 9111 §4.3.5.
    private func freshen(by head: Reception, _ request: PreparedRequest) async {
        guard request.isCacheable, HTTPStatus.isSuccess(head.response.status),
            case .found(let stored) = await store.find(request.key, for: request.fields)
        else { return }
        await keep("what a HEAD told") {
            let response = stored.response.afterHead(head.response)
            _ = try await store.update(
                stored, to: response, answering: request.fields, under: request.key)
        }
    }
}
