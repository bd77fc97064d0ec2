#if GTK

import CGTK
import LarderImage

/// A place in a widget.
struct Rectangle: Equatable {
    var x = 0.0
    var y = 0.0
    var width: Double
    var height: Double
}

extension Rectangle {
    /// Where a picture of `size` is drawn.
    func place(_ size: PixelSize, _ fit: ImageView.Fit) -> Rectangle {
        let across = width / Double(size.width)
        let down = height / Double(size.height)
        let scale: Double
        switch fit {
        case .fill: return self
        case .contain: scale = min(across, down)
        case .cover: scale = max(across, down)
        }
        let placed = (width: Double(size.width) * scale, height: Double(size.height) * scale)
        return Rectangle(
            x: x + (width - placed.width) / 2, y: y + (height - placed.height) / 2,
            width: placed.width, height: placed.height)
    }

    var bounds: graphene_rect_t {
        graphene_rect_t(
            origin: graphene_point_t(x: Float(x), y: Float(y)),
            size: graphene_size_t(width: Float(width), height: Float(height)))
    }
}

#endif
