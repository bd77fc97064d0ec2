import Larder
import LarderTesting
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Answers at once, body and all.
private struct WholeOrigin: Origin {
    func send(_ request: OriginRequest) -> OriginResponse {
        OriginResponse(
            status: 200, fields: ["Cache-Control": "max-age=60"], body: Body(Data("abc".utf8)))
    }
}

@Suite struct `A body that comes in one piece` {
    @Test func `is stored before it is handed out`() async throws {
        let tier = DictionaryTier()
        let loader = Loader(cache: tier, configuration: .init(origin: WholeOrigin()))
        let url = try #require(URL(string: "https://a.example/x"))
        // A reload first looks at the tier for what it replaces: there it is held up, so that an
        // answer handed out before would be seen without its entry.
        tier.afterNextLookUp { for _ in 0..<100 { await Task.yield() } }
        let response = try await loader.response(for: Request(url, cachePolicy: .reload))
        #expect(tier.keys == [url.absoluteString])
        #expect(response.cacheStatus.isStored)
        #expect(try await response.data() == Data("abc".utf8))
    }
}
