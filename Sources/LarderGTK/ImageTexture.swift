#if GTK

import CGTK
import LarderImage
import Synchronization

/// A bitmap as GTK draws it: a texture over the same pixels.
final class ImageTexture {
    let texture: OpaquePointer
    let size: PixelSize

    /// Makes a texture that keeps the bitmap's pixels alive. Nothing is copied.
    init(_ bitmap: Bitmap) {
        let (pixels, owner) = bitmap.sharedPixels()
        Self.counter.wrappingAdd(1, ordering: .relaxed)
        let bytes = g_bytes_new_with_free_func(
            pixels.baseAddress, gsize(pixels.count),
            { owner in
                guard let owner else { return }
                Unmanaged<AnyObject>.fromOpaque(owner).release()
                ImageTexture.counter.wrappingSubtract(1, ordering: .relaxed)
            }, Unmanaged.passRetained(owner).toOpaque())
        defer { g_bytes_unref(bytes) }
        // Opaque pixels have an alpha of 255, so they too are multiplied by it.
        texture = gdk_memory_texture_new(
            Int32(bitmap.width), Int32(bitmap.height), GDK_MEMORY_R8G8B8A8_PREMULTIPLIED, bytes,
            gsize(bitmap.bytesPerRow))
        size = bitmap.size
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(texture))
    }

    /// Textures whose pixels are held, by us or by GTK.
    static let counter = Atomic(0)
}

#endif
