import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

@Suite struct HTMLSheetTests {
    private let now = Date(timeIntervalSince1970: 1_000_000)

    @Test func `markup in a key stays text wherever it stands`() {
        let key = "\"><script>alert(1)</script><!--\u{202E}"
        let item = SheetItem(name: key, size: 1, storedAt: now, state: "<b>")
        let html = HTMLSheet.item(item, now: now) + HTMLSheet.head(title: key)
        #expect(!html.contains("<script>alert") && !html.contains("<b>"))
        #expect(!html.contains("\u{202E}"))
        #expect(html.contains("&quot;&gt;&lt;script&gt;"))
    }

    @Test func `an item says its name, size, age and state to people and to the script`() {
        let html = HTMLSheet.item(
            SheetItem(name: "a", size: 2048, storedAt: now - 3600, state: "fresh"), now: now)
        #expect(html.contains("2 KiB · 1 h · fresh"))
        #expect(html.contains(#"data-size="2048" data-time="996400" data-state="fresh""#))
    }

    @Test func `a picture has a text in its place and its bytes in the page`() {
        var item = SheetItem(name: "a", size: 1, storedAt: now)
        item.thumbnail = .init(width: 3, height: 2, type: "image/jpeg", bytes: Data("x".utf8))
        let html = HTMLSheet.item(item, now: now)
        #expect(html.contains(#"alt="a" width="3" height="2" src="data:image/jpeg;base64,eA==""#))
    }

    @Test func `the page reaches for nothing outside itself`() {
        let page = HTMLSheet.head(title: "t") + HTMLSheet.foot
        #expect(!page.contains("http:") && !page.contains("https:"))
        #expect(page.contains("default-src 'none'"))
    }
}
