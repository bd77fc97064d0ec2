#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// A contact sheet as one HTML page that needs no network: thumbnails in it, sorting and
/// filtering by a short script.
///
/// It is written piece by piece: the head, an item at a time, the foot.
enum HTMLSheet {
    static func head(title: String) -> String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <title>\(HTML.escaped(title))</title>
        <style>\(style)</style>
        </head>
        <body>
        <header>
        <h1>\(HTML.escaped(title))</h1>
        <form role="search" aria-label="Sort and filter">
        <label>Filter <input id="filter" type="search" autocomplete="off"></label>
        <label>Sort by <select id="order">
        <option value="name">name</option>
        <option value="size">size, largest first</option>
        <option value="time">age, newest first</option>
        <option value="state">state</option>
        </select></label>
        <output id="count" aria-live="polite"></output>
        </form>
        </header>
        <main>
        <ul id="items">

        """
    }

    static func item(_ item: SheetItem, now: Date) -> String {
        let name = HTML.escaped(item.name)
        let age = Describe.age(since: item.storedAt, now: now)
        let size = ByteCount.bytes(item.size)
        let details = [size.description, age, item.state].filter { !$0.isEmpty }
        return """
            <li tabindex="0" data-name="\(name)" data-size="\(item.size)" \
            data-time="\(Int(item.storedAt.timeIntervalSince1970))" \
            data-state="\(HTML.escaped(item.state))">\
            \(picture(item.thumbnail, name: name))\
            <p class="name" title="\(name)">\(name)</p>\
            <p class="details">\(HTML.escaped(details.joined(separator: " · ")))</p></li>

            """
    }

    static let foot = """
        </ul>
        </main>
        <script>\(script)</script>
        </body>
        </html>

        """

    private static func picture(_ thumbnail: SheetItem.Thumbnail?, name: String) -> String {
        guard let thumbnail else { return #"<div class="file" aria-hidden="true"></div>"# }
        let bytes = thumbnail.bytes.base64EncodedString()
        return """
            <img loading="lazy" decoding="async" alt="\(name)" width="\(thumbnail.width)" \
            height="\(thumbnail.height)" src="data:\(thumbnail.type);base64,\(bytes)">
            """
    }
}
