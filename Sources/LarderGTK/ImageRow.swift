#if GTK

public import CGTK

/// One row of an ``ImageList``: a widget that holds an ``ImageView``.
///
/// Rows are used again for other positions. Make a subclass for a row with more in it, a label
/// for instance.
@MainActor
open class ImageRow {
    /// Shows the row's picture.
    public let imageView: ImageView
    /// The row: a box or the like, with the image view somewhere in it.
    public let widget: UnsafeMutablePointer<GtkWidget>
    /// Which place of the list the row shows now; `nil` while it shows none.
    public internal(set) var position: Int?

    /// Makes a row of widgets that are put together already.
    public init(imageView: ImageView, widget: UnsafeMutablePointer<GtkWidget>) {
        self.imageView = imageView
        self.widget = widget
    }
}

extension ImageRow {
    /// Whether any of the row lies in the visible part of `container`.
    ///
    /// GTK unmaps rows outside and leaves them where they were last, so that their place alone
    /// says nothing.
    func isSeen(in container: UnsafeMutablePointer<GtkWidget>) -> Bool {
        guard gtk_widget_get_mapped(widget) != 0 else { return false }
        var bounds = graphene_rect_t()
        guard gtk_widget_compute_bounds(widget, container, &bounds) != 0 else { return false }
        let end = bounds.origin.y + bounds.size.height
        return end > 0 && bounds.origin.y < Float(gtk_widget_get_height(container))
    }
}

#endif
