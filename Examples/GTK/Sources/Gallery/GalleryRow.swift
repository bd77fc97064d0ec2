import CGTK
import LarderGTK
import LarderImage

/// A picture and its caption.
final class GalleryRow: ImageRow {
    static let width = 128
    static let height = 96
    static let placeholder = ImageColor(red: 236, green: 236, blue: 236)
    static let failure = ImageColor(red: 120, green: 20, blue: 20)

    private let label: Widget

    init(_ images: ImageLoader) {
        let view = ImageView(width: Self.width, height: Self.height, loader: images)
        view.placeholder = .color(Self.placeholder)
        view.failure = .color(Self.failure)
        view.fit = .cover
        label = Widgets.label()
        super.init(
            imageView: view,
            widget: Widgets.box(GTK_ORIENTATION_HORIZONTAL, view.widget, label, margin: 4))
    }

    func show(caption: String) {
        gtk_label_set_text(label.opaque, caption)
        imageView.setDescription(caption)
    }
}
