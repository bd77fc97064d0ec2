import LarderImage
import Testing

@testable import LarderCLI

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The page as a browser shows it. `make check-sheet` installs one.
@Suite(.enabled(if: Browser.path != nil, "no Chromium is installed; make check-sheet installs it"))
struct SheetBrowserTests {
    private let folder = ScratchFolder()
    private let now = Date(timeIntervalSince1970: 1_000_000)

    /// A page of `count` items, red and blue in turn, and one that is hostile.
    private func page(_ count: Int, acting script: String = "") throws -> String {
        var page = HTMLSheet.head(title: "<b>title</b>")
        let thumbnails = [(255, 0, 0), (0, 0, 255)].map { color -> SheetItem.Thumbnail? in
            let pixels = (0..<1600).flatMap { _ -> [UInt8] in
                [UInt8(color.0), UInt8(color.1), UInt8(color.2), 255]
            }
            let size = PixelSize(width: 40, height: 40)
            guard let bitmap = try? Bitmap(pixels: pixels, size: size, alpha: .opaque),
                let bytes = try? ImageCodecs.standard.encode(bitmap, as: .png)
            else { return nil }
            return .init(width: 40, height: 40, type: "image/png", bytes: bytes)
        }
        for number in 0..<count {
            let item = SheetItem(
                name: "picture \(number)", size: number * 10,
                storedAt: now - Double(number % 7), state: number % 2 == 0 ? "fresh" : "stale",
                thumbnail: thumbnails[number % 2])
            page += HTMLSheet.item(item, now: now)
        }
        let hostile = "\"><img src=x onerror=alert(1)><script>document.title='taken'</script>"
        page += HTMLSheet.item(
            SheetItem(name: hostile, size: 1, storedAt: now, state: "fresh"), now: now)
        page += HTMLSheet.foot
        if !script.isEmpty { page += "<script>\(script)</script>" }
        let file = folder.path("page.html")
        try OutputFile.write(Data(page.utf8), to: file)
        return file
    }

    /// What `script`, which calls `tell`, has told after the page was loaded.
    private func told(_ count: Int, _ script: String) throws -> [String] {
        let helper = """
            const told = document.createElement("pre"); told.id = "told";
            document.body.append(told);
            const tell = (text) => { told.textContent += text + "\\n"; };
            const type = (text) => { filter.value = text; filter.dispatchEvent(new Event("input")); };
            const pick = (by) => { order.value = by; order.dispatchEvent(new Event("change")); };
            const names = () => shown.map((item) => item.dataset.name).slice(0, 3).join();
            const press = (key) => document.activeElement.dispatchEvent(
              new KeyboardEvent("keydown", { key, bubbles: true }));
            """
        let document = try Browser.document(of: page(count, acting: helper + script), in: folder)
        let text = try #require(document.firstRange(of: "<pre id=\"told\">"))
        return document[text.upperBound...].prefix { $0 != "<" }.split(separator: "\n")
            .map(String.init)
    }

    @Test func `it sorts, filters and tells how many it shows`() throws {
        let lines = try told(
            9,
            """
            tell(count.textContent + ": " + shown.length);
            pick("size"); tell(names());
            pick("time"); tell(names());
            pick("name"); type("picture 3"); tell(count.textContent + ": " + names());
            type("STALE"); tell(count.textContent);
            type("no such thing"); tell(count.textContent + names());
            type(""); tell(count.textContent);
            """)
        #expect(
            lines == [
                "10 of 10: 10", "picture 8,picture 7,picture 6",
                "\"&gt;&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;document.title='taken'&lt;/script&gt;,picture 0,picture 7",
                "1 of 10: picture 3", "4 of 10", "0 of 10", "10 of 10",
            ])
    }

    @Test func `markup in names and in the title stays text`() throws {
        let document = try Browser.document(of: page(1), in: folder)
        #expect(!document.contains("<title>taken</title>"))
        #expect(document.contains("<h1>&lt;b&gt;title&lt;/b&gt;</h1>"))
        let lines = try told(
            1, "tell(document.title); tell(document.querySelectorAll('img').length);")
        #expect(lines == ["&lt;b&gt;title&lt;/b&gt;", "1"])
    }

    @Test func `keys move between the items that are shown, and each has a name to read`() throws {
        let lines = try told(
            5,
            """
            type("fresh"); const first = shown.find((item) => item.dataset.name == "picture 0");
            first.focus(); press("ArrowRight"); tell(document.activeElement.dataset.name);
            press("ArrowLeft"); tell(document.activeElement.dataset.name);
            tell(items.every((item) => item.tabIndex == 0 && item.textContent.trim() != ""));
            tell([...document.querySelectorAll("img")].every((image) => image.alt != ""));
            tell([...document.querySelectorAll("input, select")].every((field) =>
              field.labels.length == 1));
            tell(document.documentElement.lang + " " + count.getAttribute("aria-live"));
            """)
        #expect(lines == ["picture 2", "picture 0", "true", "true", "true", "en polite"])
    }

    @Test(arguments: [false, true])
    func `it is readable in light and in dark, and shows its pictures`(isDark: Bool) throws {
        let picture = try ImageCodecs.standard.decode(
            Browser.screenshot(of: page(8), isDark: isDark, in: folder))
        #expect(picture.width == 800)
        var (red, blue) = (0, 0)
        for y in 0..<picture.height {
            for x in 0..<picture.width {
                let pixel = picture[x, y]
                if pixel == Bitmap.Pixel(red: 255, green: 0, blue: 0) { red += 1 }
                if pixel == Bitmap.Pixel(red: 0, green: 0, blue: 255) { blue += 1 }
            }
        }
        #expect(red > 3000 && blue > 3000)
        let corner = picture[2, picture.height - 3]
        #expect(isDark ? corner.red < 64 : corner.red > 192)
    }

    /// A change to each of the items in its place costs seconds; one to the list does not.
    @Test func `five thousand pictures are sorted and filtered by one change to the page`() throws {
        let lines = try told(
            5000,
            """
            tell(items.length + " " + count.textContent);
            const watcher = new MutationObserver(() => {});
            watcher.observe(list.parentNode, { subtree: true, childList: true, attributes: true });
            watcher.observe(list, { subtree: true, childList: true, attributes: true });
            const changes = (work) => { work(); const records = watcher.takeRecords();
              return records.filter((record) => record.target != list).length + " and "
                + records.filter((record) => record.target == list).length; };
            tell(changes(() => pick("size")) + ": " + shown[0].dataset.name);
            tell(changes(() => type("picture 49")) + ": " + count.textContent);
            tell(changes(() => type("")) + ": " + count.textContent);
            """)
        #expect(
            lines == [
                "5001 5001 of 5001", "2 and 2: picture 4999", "2 and 2: 111 of 5001",
                "2 and 2: 5001 of 5001",
            ])
    }
}
