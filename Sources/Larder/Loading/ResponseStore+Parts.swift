#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ResponseStore {
    /// The part of an answer to a request with these fields, if one is kept. That there is none is
    /// no miss of the tiers.
    func findPart(_ key: String, for request: HTTPFields) async -> PartialAnswer? {
        let partKey = PartialAnswer.key(under: key)
        guard case .some(.some) = try? await cache.attributes(forKey: partKey),
            let reader = await read(partKey),
            let part = PartialAnswer(reader), part.response.selection.matches(request)
        else { return nil }
        return part
    }

    /// Keeps a part of an answer: what `writer` took, or `body`. `start` is the place of its first
    /// byte in the whole.
    func savePart(
        _ response: StoredResponse, _ writer: (any EntryWriter)?, _ body: [Data],
        at start: Int = 0, under key: String
    ) async throws {
        var metadata = response.metadata
        metadata[PartialAnswer.mark] = String(start)
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

    /// Keeps what a 206 brought as one with what is there of the same content, if the two touch;
    /// as a whole answer, if nothing is missing any more.
    func join(
        _ response: StoredResponse, _ body: Data, _ range: Range<Int>,
        answering request: HTTPFields, under key: String
    ) async throws {
        let known = await findPart(key, for: request)
        let both = try await known?.joined(with: body, in: range, response, kind)
        let (response, body, range) = both ?? (response, body, range)
        guard range == 0..<(response.completeLength ?? 0) else {
            return try await savePart(response, nil, [body], at: range.lowerBound, under: key)
        }
        _ = try await save(response, body, answering: request, under: key)
        try await removePart(under: key)
    }

    /// Drops the part of an answer.
    func removePart(under key: String) async throws {
        try await cache.remove(forKey: PartialAnswer.key(under: key))
    }
}
