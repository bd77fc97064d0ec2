import Larder
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct `A body` {
    /// What an origin of one's own may come up with.
    private let chunks = ["", "ab", "", "", "c", ""].map { Data($0.utf8) }

    private func body() -> Body {
        Body { [chunks] in
            var rest = chunks[...]
            return { rest.popFirst() }
        }
    }

    @Test func `has no empty chunks`() async throws {
        var seen: [Data] = []
        for try await chunk in body() { seen.append(chunk) }
        #expect(seen == [Data("ab".utf8), Data("c".utf8)])
    }

    @Test func `is collected up to a limit`() async throws {
        #expect(try await body().collect(upTo: .bytes(3)) == Data("abc".utf8))
        await #expect(throws: LoadError.self) { try await body().collect(upTo: .bytes(2)) }
    }
}
