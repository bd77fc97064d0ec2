import Testing

@testable import Larder

@Suite struct `Keys told apart by their bytes` {
    private static let forms = ["e\u{301}", "\u{E9}"]

    @Test func `are texts`() {
        #expect(Set(Self.forms.map(ExactKey.init)).count == 2)
        let sameBytes = (0..<2).map { _ in ExactKey(String(repeating: "é", count: 20)) }
        #expect(sameBytes[0] == sameBytes[1])
    }

    /// Equal keys must have equal hashes, or a table loses them.
    @Test func `are no others, which are what their own type says`() {
        #expect(Set(Self.forms.map { ExactKey(Optional($0)) }).count == 1)
        #expect(Set(Self.forms.map { ExactKey(AnyHashable($0)) }).count == 1)
        #expect(Set([1, 1, 2].map(ExactKey.init)).count == 2)
    }
}
