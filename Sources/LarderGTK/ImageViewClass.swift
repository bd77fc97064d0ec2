#if GTK

import CGTK

/// The class of the widget, as GObject knows it.
///
/// An instance is a `GtkWidget` followed by a reference to its ``ImageView``, which is released
/// when the widget is finalised.
enum ImageViewClass {
    private static let ownerOffset = MemoryLayout<GtkWidget>.size

    private static let type: GType = {
        var info = GTypeInfo()
        info.class_size = guint16(MemoryLayout<GtkWidgetClass>.size)
        info.instance_size = guint16(ownerOffset + MemoryLayout<UnsafeMutableRawPointer?>.size)
        info.class_init = { widgetClass, _ in
            guard let widgetClass else { return }
            ImageViewClass.fill(widgetClass.assumingMemoryBound(to: GtkWidgetClass.self))
            widgetClass.assumingMemoryBound(to: GObjectClass.self).pointee.finalize = { object in
                ImageViewClass.finalize(object)
            }
        }
        return g_type_register_static(
            gtk_widget_get_type(), "LarderImageView", &info, GTypeFlags(rawValue: 0))
    }()

    private static func fill(_ widgetClass: UnsafeMutablePointer<GtkWidgetClass>) {
        gtk_widget_class_set_accessible_role(widgetClass, GTK_ACCESSIBLE_ROLE_IMG)
        widgetClass.pointee.snapshot = { widget, snapshot in
            guard let snapshot else { return }
            let bits = Int(bitPattern: snapshot)
            ImageViewClass.withView(of: widget) { view in
                if let snapshot = OpaquePointer(bitPattern: bits) { view.draw(into: snapshot) }
            }
        }
        widgetClass.pointee.measure = { widget, orientation, _, minimum, natural, _, _ in
            let size = ImageViewClass.withView(of: widget) { $0.naturalSize(orientation) }
            minimum?.pointee = Int32(clamping: size?.minimum ?? 0)
            natural?.pointee = Int32(clamping: size?.natural ?? 0)
        }
        widgetClass.pointee.map = { widget in
            ImageViewClass.parent?.pointee.map?(widget)
            ImageViewClass.withView(of: widget) { $0.mapped(true) }
        }
        widgetClass.pointee.unmap = { widget in
            ImageViewClass.withView(of: widget) { $0.mapped(false) }
            ImageViewClass.parent?.pointee.unmap?(widget)
        }
    }

    private static func finalize(_ object: UnsafeMutablePointer<GObject>?) {
        guard let object else { return }
        let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        withView(of: widget) { $0.widgetIsGone() }
        if let owner = owner(of: widget).pointee {
            Unmanaged<ImageView>.fromOpaque(owner).release()
        }
        g_type_class_peek(gtk_widget_get_type())?
            .assumingMemoryBound(to: GObjectClass.self).pointee.finalize?(object)
    }
}

extension ImageViewClass {
    /// Makes a floating widget that keeps `view`.
    static func makeWidget(ownedBy view: ImageView) -> UnsafeMutablePointer<GtkWidget> {
        guard let object = g_object_new_with_properties(type, 0, nil, nil) else {
            preconditionFailure("GTK was not started: call GLibLoop.run or gtk_init first.")
        }
        let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
        owner(of: widget).pointee = Unmanaged.passRetained(view).toOpaque()
        return widget
    }

    /// Calls `body` with the view of a widget. GTK calls back on the thread of its loop, which
    /// is the main actor's.
    @discardableResult
    static func withView<Value: Sendable>(
        of widget: UnsafeMutablePointer<GtkWidget>?, _ body: @MainActor (ImageView) -> Value
    ) -> Value? {
        guard let widget, let owner = owner(of: widget).pointee else { return nil }
        let bits = Int(bitPattern: owner)
        return GLibLoop.onMain {
            UnsafeRawPointer(bitPattern: bits).map { owner in
                body(Unmanaged<ImageView>.fromOpaque(owner).takeUnretainedValue())
            }
        }
    }

    private static var parent: UnsafeMutablePointer<GtkWidgetClass>? {
        g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GtkWidgetClass.self)
    }

    private static func owner(
        of widget: UnsafeMutablePointer<GtkWidget>
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer?> {
        UnsafeMutableRawPointer(widget).advanced(by: ownerOffset)
            .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
    }
}

#endif
