/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable {
    /// Pixels across.
    public var width: Int
    /// Pixels down.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

extension PixelSize {
    /// Width times height, or `Int.max` if that is too large to say.
    public var pixelCount: Int {
        let (product, overflow) = width.multipliedReportingOverflow(by: height)
        return overflow ? .max : product
    }

    /// The size of the picture after a quarter turn.
    public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
    /// The size as people write it, as in `640×480`.
    public var description: String { "\(width)×\(height)" }
}
