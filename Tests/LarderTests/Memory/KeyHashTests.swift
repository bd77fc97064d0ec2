import Testing

@testable import Larder

@Suite struct `The hash of a key` {
    @Test func `differs between strings, whatever their length`() {
        let texts =
            (0..<200).map { String(repeating: "a", count: $0) }
            + ["ä", "ö", "äa", "a\u{308}", "K", "\u{212A}"]
        #expect(
            Set(texts.map { UInt64(KeyHash($0).tag) << 6 | UInt64(KeyHash($0).shard) }).count
                == texts.count)
    }
}
