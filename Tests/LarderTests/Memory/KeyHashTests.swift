import Testing

@testable import Larder

@Suite struct `The hash of a key` {
    /// Strings are equal when their canonical forms are, whatever their bytes.
    @Test(arguments: [
        ("é", "e\u{301}"), ("\u{212A}m", "Km"), ("a\u{37E}b", "a;b"), ("\u{1FEF}", "`"),
        ("\u{212A}\u{301}", "\u{1E30}"), ("\u{212B}", "Å"), ("", ""),
        (
            "a rather long name, \u{212A}, of more than 15 bytes",
            "a rather long name, K, of more than 15 bytes"
        ),
    ])
    func `is the same for equal strings`(one: String, other: String) {
        #expect(one == other)
        #expect(KeyHash(one).tag == KeyHash(other).tag)
        #expect(KeyHash(one).shard == KeyHash(other).shard)
    }

    /// No other character than those the hash knows is equal to one of ASCII.
    @Test func `knows every character that is equal to one of ASCII`() {
        let ascii = Set((0..<128).map { String(Unicode.Scalar(UInt8($0))) })
        let twins = (UInt32(128)...0x10FFFF).compactMap(Unicode.Scalar.init).map { String($0) }
            .filter { ascii.contains($0) }
        #expect(twins.count == 3)
        for twin in twins {
            #expect(ascii.filter { KeyHash($0).tag == KeyHash(twin).tag } == [twin])
        }
    }

    @Test func `differs between strings, whatever their length`() {
        let texts = (0..<200).map { String(repeating: "a", count: $0) } + ["ä", "ö", "äa"]
        #expect(
            Set(texts.map { UInt64(KeyHash($0).tag) << 6 | UInt64(KeyHash($0).shard) }).count
                == texts.count)
    }
}
