import CGTK
import LarderGTK

// What GTK's macros do in C.

typealias Widget = UnsafeMutablePointer<GtkWidget>

extension UnsafeMutablePointer where Pointee == GtkWidget {
    /// The same object seen as one of its other types.
    func cast<Type>(to type: Type.Type = Type.self) -> UnsafeMutablePointer<Type> {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: type)
    }

    /// The same object, of a type that C does not show.
    var opaque: OpaquePointer { OpaquePointer(self) }
}

@MainActor
enum Widgets {
    static func label(_ text: String = "") -> Widget {
        let label = made(gtk_label_new(text))
        gtk_label_set_xalign(label.opaque, 0)
        gtk_widget_set_hexpand(label, 1)
        return label
    }

    static func box(_ orientation: GtkOrientation, _ children: Widget..., margin: Int32 = 6)
        -> Widget
    {
        let box = made(gtk_box_new(orientation, 12))
        for child in children { gtk_box_append(box.cast(), child) }
        gtk_widget_set_margin_start(box, margin)
        gtk_widget_set_margin_end(box, margin)
        gtk_widget_set_margin_top(box, margin)
        gtk_widget_set_margin_bottom(box, margin)
        return box
    }

    static func made(_ widget: Widget?) -> Widget {
        guard let widget else { preconditionFailure("GTK was not started.") }
        return widget
    }

    static func connect(
        _ object: UnsafeMutableRawPointer, _ signal: String, _ callback: GCallback?,
        _ owner: AnyObject
    ) {
        guard let callback else { return }
        g_signal_connect_data(
            object, signal, callback, Unmanaged.passUnretained(owner).toOpaque(), nil,
            GConnectFlags(rawValue: 0))
    }
}

/// Calls `body` on the main actor with the window that a signal belongs to.
func withWindow(
    _ owner: UnsafeMutableRawPointer?, _ body: @MainActor (GalleryWindow) -> Void
) {
    let bits = Int(bitPattern: owner)
    GLibLoop.onMain {
        guard let owner = UnsafeRawPointer(bitPattern: bits) else { return }
        body(Unmanaged<GalleryWindow>.fromOpaque(owner).takeUnretainedValue())
    }
}
