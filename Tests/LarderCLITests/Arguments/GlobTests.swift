import Testing

@testable import LarderCLI

@Suite struct GlobTests {
    @Test(arguments: [
        ("", "", true), ("", "a", false), ("*", "", true), ("*", "anything/at all", true),
        ("*.jpg", "a.jpg", true), ("*.jpg", "a.jpg.png", false), ("a*b*c", "aXbXbXc", true),
        ("a*b*c", "aXbX", false), ("?", "é", true), ("?", "", false), ("[abc]x", "bx", true),
        ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true), ("[^a]", "a", false), ("[]]", "]", true),
        ("[a-]", "-", true), ("\\*", "*", true), ("\\*", "a", false), ("**a", "bba", true),
        ("http://*/p?.png", "http://a.b/p1.png", true),
    ])
    func `patterns match what they say`(pattern: String, text: String, matches: Bool) throws {
        #expect(try Glob(pattern).matches(text) == matches)
    }

    @Test(arguments: ["[", "[a", "[!", "[z-a]"])
    func `a set without an end is wrong usage`(pattern: String) {
        #expect(throws: UsageError.self) { try Glob(pattern) }
    }

    @Test func `many stars take no exponential time`() throws {
        let glob = try Glob(String(repeating: "*a", count: 30) + "b")
        #expect(!glob.matches(String(repeating: "a", count: 300)))
    }
}
