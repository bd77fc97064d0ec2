import CGTK
import LarderGTK
import LarderImage

/// The window: a list, a picture in large, and a bar with what the cache does.
///
/// Keys: arrows, Page Up and Page Down move in the list, Enter shows a picture in large; there
/// Left and Right go on to the next, and Escape goes back.
@MainActor
final class GalleryWindow {
    let shelf: Shelf
    let list: ImageList
    let detail: ImageView
    private(set) var widget: Widget
    private(set) var shownInLarge: Int?
    private let stack: Widget
    private let caption: Widget
    private let bar: Widget
    private var timer: guint = 0
    private let onClose: @MainActor () -> Void

    init(
        _ shelf: Shelf, showsPictures: Bool = true, onClose: @escaping @MainActor () -> Void
    ) {
        self.shelf = shelf
        self.onClose = onClose
        list = Self.makeList(shelf, showsPictures: showsPictures)
        detail = ImageView(loader: shelf.images)
        caption = Widgets.label()
        bar = Widgets.label()
        widget = Widgets.made(gtk_window_new())
        stack = Widgets.made(gtk_stack_new())
        build()
        connect()
    }

    private static func makeList(_ shelf: Shelf, showsPictures: Bool) -> ImageList {
        let pictures = shelf.pictures
        let steps = [
            ImageStep.resize(.cover(width: GalleryRow.width, height: GalleryRow.height))
        ]
        return ImageList(
            count: pictures.count, prefetcher: ImagePrefetcher(loader: shelf.images, limit: 4),
            row: { GalleryRow(shelf.images) },
            request: { showsPictures ? ImageRequest(pictures[$0].url, steps: steps) : nil },
            bind: { row, position in
                (row as? GalleryRow)?.show(caption: pictures[position].caption)
            })
    }

    private func build() {
        detail.placeholder = .color(GalleryRow.placeholder)
        detail.failure = .color(GalleryRow.failure)
        gtk_widget_set_vexpand(detail.widget, 1)
        gtk_widget_set_hexpand(detail.widget, 1)
        gtk_widget_set_vexpand(stack, 1)
        gtk_stack_add_named(stack.opaque, list.widget, "list")
        gtk_stack_add_named(
            stack.opaque, Widgets.box(GTK_ORIENTATION_VERTICAL, detail.widget, caption), "detail")
        let content = Widgets.box(GTK_ORIENTATION_VERTICAL, stack, bar, margin: 0)
        gtk_widget_set_margin_start(bar, 6)
        gtk_window_set_child(widget.cast(), content)
        gtk_window_set_title(widget.cast(), "Larder")
        gtk_window_set_default_size(widget.cast(), 560, 700)
        list.onActivate = { [weak self] in self?.showInLarge($0) }
        refreshBar()
        gtk_widget_show(widget)
        gtk_widget_grab_focus(list.listView)
    }

    private func connect() {
        let closed: @convention(c) (gpointer?, gpointer?) -> gboolean = { _, owner in
            withWindow(owner) { $0.closed() }
            return 0
        }
        let pressed: @convention(c) (gpointer?, guint, guint, guint, gpointer?) -> gboolean = {
            _, key, _, _, owner in
            var isOurs: gboolean = 0
            withWindow(owner) { isOurs = $0.press(Int32(key)) ? 1 : 0 }
            return isOurs
        }
        Widgets.connect(widget, "close-request", unsafeBitCast(closed, to: GCallback.self), self)
        let keys = gtk_event_controller_key_new()
        gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
        gtk_widget_add_controller(widget, keys)
        if let keys {
            Widgets.connect(
                UnsafeMutableRawPointer(keys), "key-pressed",
                unsafeBitCast(pressed, to: GCallback.self), self)
        }
        timer = g_timeout_add(
            250,
            { owner in
                withWindow(owner) { $0.refreshBar() }
                return 1
            }, Unmanaged.passUnretained(self).toOpaque())
    }
}

extension GalleryWindow {
    /// Shows the picture at `position` in large, after it the next.
    func showInLarge(_ position: Int) {
        guard shelf.pictures.indices.contains(position) else { return }
        shownInLarge = position
        detail.setImage(at: shelf.pictures[position].url)
        gtk_label_set_text(caption.opaque, shelf.pictures[position].caption)
        detail.setDescription(shelf.pictures[position].caption)
        gtk_stack_set_visible_child_name(stack.opaque, "detail")
    }

    func showList() {
        shownInLarge = nil
        detail.reuse()
        gtk_stack_set_visible_child_name(stack.opaque, "list")
        gtk_widget_grab_focus(list.listView)
    }

    /// What a key does while a picture is shown in large; the list has keys of its own.
    func press(_ key: Int32) -> Bool {
        guard let position = shownInLarge else { return false }
        switch key {
        case GDK_KEY_Escape, GDK_KEY_BackSpace: showList()
        case GDK_KEY_Right, GDK_KEY_Down: showInLarge(position + 1)
        case GDK_KEY_Left, GDK_KEY_Up: showInLarge(position - 1)
        default: return false
        }
        return true
    }

    private func refreshBar() {
        let memory = shelf.images.memoryStatistics
        let counts = shelf.origin.counts
        gtk_label_set_text(
            bar.opaque,
            """
            \(memory.hits) hits, \(memory.misses) misses · \(memory.bytes) in memory · \
            \(counts.started) loads, \(counts.bytes / 1024) KiB
            """)
    }

    private func closed() {
        g_source_remove(timer)
        onClose()
    }

    /// Closes the window, as its close button does.
    func close() { gtk_window_close(widget.cast()) }
}
