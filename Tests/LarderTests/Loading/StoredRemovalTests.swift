import Testing

@testable import Larder

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A stored answer that is removed` {
    private let store = Loader(cache: MemoryCache<String, Data>(maximumCount: 10)).store

    /// Stores an answer and returns it as it is found.
    private func stored(_ text: String) async throws -> StoredAnswer {
        let now = Date()
        let response = StoredResponse(
            status: 200, fields: ["Cache-Control": "max-age=60"], requestedAt: now,
            receivedAt: now)
        _ = try await store.save(response, Data(text.utf8), answering: [:], under: "key")
        return try #require(await found())
    }

    private func found() async -> StoredAnswer? {
        guard case .found(let answer) = await store.find("key", for: [:]) else { return nil }
        return answer
    }

    @Test func `leaves what took its place meanwhile`() async throws {
        let old = try await stored("old")
        let new = try await stored("new")
        try await store.remove(old, under: "key")
        #expect(await found() != nil)
        try await store.remove(new, under: "key")
        #expect(await found() == nil)
    }
}
