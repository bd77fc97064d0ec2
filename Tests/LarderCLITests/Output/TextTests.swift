import Larder
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct TextTests {
    @Test(arguments: [
        ("plain", "plain"), ("é 日本", "é 日本"), ("a\u{1B}[31mb", "a\\u{1b}[31mb"),
        ("line\nbreak", "line\\u{a}break"), ("\u{202E}gpj", "\\u{202e}gpj"), ("\u{7F}", "\\u{7f}"),
        ("\u{9B}31m", "\\u{9b}31m"), ("\u{2028}", "\\u{2028}"), ("\r\n", "\\u{d}\\u{a}"),
    ])
    func `nothing that a terminal obeys is printed`(text: String, printed: String) {
        #expect(Describe.printable(text) == printed)
    }

    @Test func `markup is escaped for HTML, and controls are shown`() {
        #expect(
            HTML.escaped("<img src=x onerror='a' b=\"c\">&\u{0}")
                == "&lt;img src=x onerror=&#39;a&#39; b=&quot;c&quot;&gt;&amp;\\u{0}")
        #expect(
            HTML.escaped("<\u{301}") == "&lt;\u{301}" || !HTML.escaped("<\u{301}").contains("<"))
    }

    @Test func `JSON escapes what a terminal would obey, and stays JSON`() throws {
        let text = try JSON.text(["\u{202E}\u{9B}\u{7F}": "\u{1B}<&/\u{E000}"], isPretty: false)
        #expect(text == #"{"\u202e\u009b\u007f":"\u001b<&/\ue000"}"#)
        let back = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
        #expect(back == ["\u{202E}\u{9B}\u{7F}": "\u{1B}<&/\u{E000}"])
    }

    @Test(arguments: [
        ("abc", 3), ("日本", 4), ("é", 1), ("e\u{301}", 1), ("👩‍👩‍👧", 2), ("", 0), ("한", 2),
    ])
    func `columns are what a terminal gives`(text: String, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("abcdef", 6, "abcdef"), ("abcdef", 4, "abc…"), ("日本語", 4, "日…"), ("abc", 1, "…"),
        ("abc", 0, ""),
    ])
    func `long texts are cut to their room`(text: String, width: Int, cut: String) {
        #expect(text.cut(to: width) == cut)
    }

    @Test func `tables align by columns and escape their cells`() {
        var table = Table(.text("key"), .number("size"))
        table.rows = [["日本", "1"], ["a\n", "1000"]]
        #expect(
            table.text == """
                key     size
                日本       1
                a\\u{a}  1000
                """)
    }

    @Test(arguments: [
        (0.0, "0 s"), (59, "59 s"), (60, "1 min"), (7199, "1 h"), (90_000, "1 d"),
        (-1, "in the future"), (1e12, "long ago"),
    ])
    func `ages are given in the unit that fits`(seconds: Double, text: String) {
        let now = Date(timeIntervalSince1970: 1e13)
        #expect(Describe.age(since: now.addingTimeInterval(-seconds), now: now) == text)
    }

    @Test(arguments: [
        (Duration.microseconds(3), "3.0 µs"), (.milliseconds(4), "4.0 ms"), (.seconds(2), "2.0 s"),
    ])
    func `times are given in the unit that fits`(time: Duration, text: String) {
        #expect(Describe.time(time) == text)
    }
}
