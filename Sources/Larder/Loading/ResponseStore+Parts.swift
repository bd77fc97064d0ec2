#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseStore {
    /// The beginning of an answer to a request with these fields, if one is kept.
    func findPart(_ key: String, for request: HTTPFields) async -> PartialAnswer? {
        guard let reader = await read(PartialAnswer.key(under: key)),
            let part = PartialAnswer(reader), part.response.selection.matches(request)
        else { return nil }
        return part
    }

    /// Keeps the beginning of an answer: what `writer` took, or `body`.
    func savePart(
        _ response: StoredResponse, _ writer: (any EntryWriter)?, _ body: [Data],
        under key: String
    ) async throws {
        var metadata = response.metadata
        metadata[PartialAnswer.mark] = "1"
        let attributes = EntryAttributes(
            metadata: metadata, storedAt: response.receivedAt, isShareable: false)
        let partKey = PartialAnswer.key(under: key)
        if let writer {
            try await writer.commit(attributes, forKey: partKey)
        } else {
            let entry = Entry(payload: Data(body.joined()), attributes: attributes)
            try await cache.store(entry, forKey: partKey)
        }
    }

    /// Drops the beginning of an answer.
    func removePart(under key: String) async throws {
        try await cache.remove(forKey: PartialAnswer.key(under: key))
    }
}
