extension ImageEncoding {
    /// This encoding with a format: its own, or the one that suits `bitmap`.
    func chosen(for bitmap: Bitmap, writable: Set<ImageFormat>) -> ImageEncoding {
        guard format == nil else { return self }
        if bitmap.hasFewColors, writable.contains(.png) { return .png }
        if bitmap.isOpaque, writable.contains(.jpeg) { return .jpeg(quality: quality) }
        if writable.contains(.webP) { return .webP(quality: quality) }
        return .png
    }
}

extension Bitmap {
    /// Whether there are so few colours that this is a drawing and not a photo.
    ///
    /// Looks at every pixel, but stops at the first colour too many: soon, for a photo.
    var hasFewColors: Bool {
        let most = 256
        var seen = Set<UInt32>()
        return withUnsafeBytes { bytes in
            for y in 0..<height {
                var last: UInt32?
                for x in 0..<width {
                    let color = bytes.loadUnaligned(
                        fromByteOffset: y * bytesPerRow + x * 4, as: UInt32.self)
                    if color == last { continue }
                    last = color
                    if seen.insert(color).inserted, seen.count > most { return false }
                }
            }
            return true
        }
    }
}
