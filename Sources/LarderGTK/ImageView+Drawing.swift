#if GTK

import CGTK
import LarderImage

extension ImageView {
    /// What is drawn.
    enum Layer {
        case nothing
        case color(GdkRGBA)
        case texture(ImageTexture)
    }

    /// A layer that gives way to the next one.
    struct Fading {
        let old: Layer
        /// On the frame clock, in µs; `nil` until the first frame.
        var start: Int?
        var progress = 0.0
    }

    /// Shows `content` from the next frame on.
    func show(_ content: ImageContent, isAnimated: Bool) {
        self.content = content
        stopTicking()
        player = content.animation.flatMap { animation in
            presenter.map { AnimationPlayer(animation, loader: $0.loader) }
        }
        change(to: layer(of: content), fades: isAnimated && isMapped && fadeTime > .zero)
        if player != nil, isMapped, isInView { startTicking() }
    }

    func change(to next: Layer, fades: Bool = false) {
        fading = fades ? Fading(old: layer) : nil
        let oldSize = layer.size
        layer = next
        if width == nil || height == nil, layer.size != oldSize, let living {
            gtk_widget_queue_resize(living)
        }
        queueDraw()
        if fades { startTicking() }
    }

    func queueDraw() {
        if let living { gtk_widget_queue_draw(living) }
    }

    /// Draws anew what the caller has chosen, if it is that which is shown.
    func redrawChoice() {
        switch content {
        case .placeholder, .failure: change(to: layer(of: content))
        case .empty, .likeness, .preview, .picture: break
        }
    }

    private func layer(of content: ImageContent) -> Layer {
        if let bitmap = content.bitmap { return .texture(ImageTexture(bitmap)) }
        switch content {
        case .placeholder: return Layer(placeholder)
        case .failure: return Layer(failure ?? placeholder)
        case .empty, .likeness, .preview, .picture: return .nothing
        }
    }
}

extension ImageView {
    /// The size that the widget asks for.
    func naturalSize(_ orientation: GtkOrientation) -> (minimum: Int, natural: Int) {
        let isAcross = orientation == GTK_ORIENTATION_HORIZONTAL
        if let fixed = isAcross ? width : height { return (fixed, fixed) }
        guard let size = layer.size, let living else { return (0, 0) }
        let scale = max(1, Int(gtk_widget_get_scale_factor(living)))
        return (0, (isAcross ? size.width : size.height) / scale)
    }

    func draw(into snapshot: OpaquePointer) {
        let size = Rectangle(
            width: Double(gtk_widget_get_width(widget)),
            height: Double(gtk_widget_get_height(widget)))
        guard size.width > 0, size.height > 0 else { return }
        guard let fading else {
            layer.draw(into: snapshot, size, fit)
            return
        }
        gtk_snapshot_push_cross_fade(snapshot, fading.progress)
        fading.old.draw(into: snapshot, size, fit)
        gtk_snapshot_pop(snapshot)
        layer.draw(into: snapshot, size, fit)
        gtk_snapshot_pop(snapshot)
    }
}

extension ImageView.Layer {
    init(_ placeholder: ImageView.Placeholder) {
        switch placeholder {
        case .none: self = .nothing
        case .color(let color):
            self = .color(
                GdkRGBA(
                    red: Float(color.red) / 255, green: Float(color.green) / 255,
                    blue: Float(color.blue) / 255, alpha: Float(color.alpha) / 255))
        case .bitmap(let bitmap): self = .texture(ImageTexture(bitmap))
        }
    }

    var size: PixelSize? {
        if case .texture(let texture) = self { texture.size } else { nil }
    }

    func draw(into snapshot: OpaquePointer, _ size: Rectangle, _ fit: ImageView.Fit) {
        var whole = size.bounds
        switch self {
        case .nothing: break
        case .color(var color): gtk_snapshot_append_color(snapshot, &color, &whole)
        case .texture(let texture):
            var place = size.place(texture.size, fit).bounds
            if fit == .cover { gtk_snapshot_push_clip(snapshot, &whole) }
            gtk_snapshot_append_texture(snapshot, texture.texture, &place)
            if fit == .cover { gtk_snapshot_pop(snapshot) }
        }
    }
}

#endif
