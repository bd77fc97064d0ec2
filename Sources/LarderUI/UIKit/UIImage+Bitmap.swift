#if canImport(UIKit) && !os(watchOS)

public import LarderImage
public import UIKit

extension UIImage {
    /// Makes a picture over a bitmap's pixels. Nothing is copied.
    ///
    /// - Parameter scale: Pixels a point; 1 by default.
    /// - Returns: `nil` only if there is no memory.
    public convenience init?(_ bitmap: Bitmap, scale: Double = 1) {
        guard let image = bitmap.cgImage else { return nil }
        self.init(cgImage: image, scale: scale, orientation: .up)
    }
}

#endif
