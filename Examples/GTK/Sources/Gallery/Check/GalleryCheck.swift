import CGTK
import Foundation
import LarderGTK
import LarderImage

/// Tests the gallery in its own window.
@MainActor
final class GalleryCheck {
    let shelf: Shelf
    let folder: URL
    let window: GalleryWindow
    let frames: Frames
    private var isGood = true

    init(_ shelf: Shelf, _ folder: URL) {
        self.shelf = shelf
        self.folder = folder
        window = GalleryWindow(shelf) {}
        frames = Frames(widget: window.widget)
    }

    /// Runs every test and returns whether all went well.
    func run() async -> Bool {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true)
            try await checkList("first rows", screenshot: "list.png")
            await checkMoving()
            try await checkFling()
            try await checkLikenesses()
            try await checkLarge()
        } catch {
            expect(false, "\(error)")
        }
        await checkClosing()
        return isGood
    }

    func expect(_ holds: Bool, _ what: String) {
        if !holds { isGood = false }
        print("\(holds ? "ok    " : "FAILED") \(what)")
    }

    /// Waits for the visible rows, and compares what is drawn with what each should show.
    func checkList(_ name: String, screenshot: String) async throws {
        let list = window.list
        expect(
            await frames.wait {
                list.visibleRows.count > 4 && list.visibleRows.allSatisfy(\.isShown)
            },
            "\(name): every visible row shows a picture or its failure")
        for _ in 0..<20 { await frames.next() }
        guard let shot = Screenshot(of: window.widget) else {
            expect(false, "\(name): a screenshot")
            return
        }
        try shot.write(to: folder.appending(path: screenshot))
        expect(
            list.visibleRows.allSatisfy { shows($0, in: shot) },
            "\(name): each of \(list.visibleRows.count) visible rows is drawn in its own colour")
        expect(hasLayout(list.visibleRows), "\(name): rows lie below each other, evenly")
    }

    /// Whether the middle of a row's picture has the colour of the picture that belongs there.
    private func shows(_ row: ImageRow, in shot: Screenshot) -> Bool {
        guard let position = row.position, let bounds = bounds(of: row) else { return false }
        let y = Int(bounds.origin.y + bounds.size.height / 2)
        // A row that is half outside is seen, its middle is not.
        guard y > 0, y < Int(gtk_widget_get_height(window.list.widget)) else { return true }
        let color = shot[Int(bounds.origin.x + bounds.size.width / 2), y]
        let picture = DemoPicture(index: position)
        switch picture.kind {
        case .still: return color.isLike(picture.color)
        case .failing: return color.isLike(GalleryRow.failure)
        case .moving: return DemoPicture.movingColors.contains { color.isLike($0) }
        }
    }

    private func hasLayout(_ rows: [ImageRow]) -> Bool {
        let places = rows.compactMap { bounds(of: $0) }
        let steps = zip(places, places.dropFirst()).map { $1.origin.y - $0.origin.y }
        return places.count == rows.count && places.allSatisfy { $0.origin.x == places[0].origin.x }
            && places.allSatisfy {
                $0.size.width == Float(GalleryRow.width)
                    && $0.size.height == Float(GalleryRow.height)
            } && steps.allSatisfy { abs($0 - steps[0]) < 0.5 && $0 > Float(GalleryRow.height) }
    }

    private func bounds(of row: ImageRow) -> graphene_rect_t? {
        var bounds = graphene_rect_t()
        guard let child = gtk_window_get_child(window.widget.cast()),
            gtk_widget_compute_bounds(row.imageView.widget, child, &bounds) != 0
        else { return nil }
        return bounds
    }
}

extension ImageRow {
    /// Whether the row shows what will stay.
    var isShown: Bool {
        switch imageView.shown {
        case .picture, .failure: true
        case .empty, .placeholder, .likeness, .preview: false
        }
    }
}

extension DemoPicture {
    static let movingColors = [
        ImageColor(red: 200, green: 30, blue: 30), ImageColor(red: 30, green: 200, blue: 30),
        ImageColor(red: 30, green: 30, blue: 200),
    ]
}
