import CGTK
import Foundation
import LarderImage

/// What a window shows, as pixels.
struct Screenshot {
    private let pixels: [UInt8]
    private let width: Int
    private let height: Int

    /// Draws the window once more, into memory.
    @MainActor
    init?(of window: Widget) {
        guard let child = gtk_window_get_child(window.cast()) else { return nil }
        let (width, height) = (gtk_widget_get_width(child), gtk_widget_get_height(child))
        let paintable = gtk_widget_paintable_new(child)
        let snapshot = gtk_snapshot_new()
        defer { g_object_unref(paintable.map { UnsafeMutableRawPointer($0) }) }
        gdk_paintable_snapshot(paintable, snapshot, Double(width), Double(height))
        guard let snapshot, let node = gtk_snapshot_free_to_node(snapshot),
            let renderer = gtk_native_get_renderer(window.opaque)
        else { return nil }
        defer { gsk_render_node_unref(node) }
        var bounds = graphene_rect_t(
            origin: graphene_point_t(x: 0, y: 0),
            size: graphene_size_t(width: Float(width), height: Float(height)))
        guard let texture = gsk_renderer_render_texture(renderer, node, &bounds) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
        self.width = Int(gdk_texture_get_width(texture))
        self.height = Int(gdk_texture_get_height(texture))
        var pixels = [UInt8](repeating: 0, count: self.width * self.height * 4)
        gdk_texture_download(texture, &pixels, gsize(self.width * 4))
        self.pixels = pixels
    }

    /// The colour in column `x` of row `y`.
    subscript(x: Int, y: Int) -> ImageColor {
        guard (0..<width).contains(x), (0..<height).contains(y) else { return .clear }
        let place = (y * width + x) * 4
        // GDK's own order on this machine: blue first.
        return ImageColor(
            red: pixels[place + 2], green: pixels[place + 1], blue: pixels[place],
            alpha: pixels[place + 3])
    }

    /// Writes the picture as a PNG file.
    func write(to file: URL) throws {
        let bitmap = try Bitmap(
            size: PixelSize(width: width, height: height), alpha: .premultiplied
        ) { bytes in
            for place in stride(from: 0, to: pixels.count, by: 4) {
                bytes[place] = pixels[place + 2]
                bytes[place + 1] = pixels[place + 1]
                bytes[place + 2] = pixels[place]
                bytes[place + 3] = pixels[place + 3]
            }
        }
        try ImageCodecs.standard.encode(bitmap, as: .png).write(to: file)
    }
}

extension ImageColor {
    /// Whether the colours look alike: JPEG and resizing change a little.
    func isLike(_ other: ImageColor) -> Bool {
        func near(_ lhs: UInt8, _ rhs: UInt8) -> Bool { abs(Int(lhs) - Int(rhs)) <= 8 }
        return near(red, other.red) && near(green, other.green) && near(blue, other.blue)
    }
}
