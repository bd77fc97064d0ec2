#if canImport(AppKit) && !targetEnvironment(macCatalyst)

public import AppKit
import Foundation
public import LarderImage

extension NSImage {
    /// Makes a picture over a bitmap's pixels. Nothing is copied.
    ///
    /// - Parameter scale: Pixels a point; 1 by default.
    /// - Returns: `nil` only if there is no memory.
    public convenience init?(_ bitmap: Bitmap, scale: Double = 1) {
        guard let image = bitmap.cgImage else { return nil }
        self.init(
            cgImage: image,
            size: NSSize(width: Double(bitmap.width) / scale, height: Double(bitmap.height) / scale)
        )
    }
}

#endif
