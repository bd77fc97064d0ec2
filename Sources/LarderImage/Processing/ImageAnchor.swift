/// The point of a picture that stays in place when it is cut or padded.
public struct ImageAnchor: Hashable, Sendable {
    /// From 0, the left edge, to 1, the right edge.
    public let x: Double
    /// From 0, the upper edge, to 1, the lower edge.
    public let y: Double

    /// Makes an anchor. Parts outside 0 to 1 are clamped; what is no number becomes 0.5.
    public init(x: Double, y: Double) {
        func clamped(_ part: Double) -> Double { part.isNaN ? 0.5 : min(max(part, 0), 1) }
        self.x = clamped(x)
        self.y = clamped(y)
    }
}

extension ImageAnchor {
    /// The middle.
    public static let center = ImageAnchor(x: 0.5, y: 0.5)
    /// The middle of the upper edge. Good for portraits.
    public static let top = ImageAnchor(x: 0.5, y: 0)
    /// The middle of the lower edge.
    public static let bottom = ImageAnchor(x: 0.5, y: 1)
    /// The middle of the left edge.
    public static let left = ImageAnchor(x: 0, y: 0.5)
    /// The middle of the right edge.
    public static let right = ImageAnchor(x: 1, y: 0.5)
    /// The upper left corner.
    public static let topLeft = ImageAnchor(x: 0, y: 0)
    /// The upper right corner.
    public static let topRight = ImageAnchor(x: 1, y: 0)
    /// The lower left corner.
    public static let bottomLeft = ImageAnchor(x: 0, y: 1)
    /// The lower right corner.
    public static let bottomRight = ImageAnchor(x: 1, y: 1)

    /// Where the smaller of two sizes begins inside the larger, counted in whole pixels.
    func place(_ inner: PixelSize, in outer: PixelSize) -> (x: Int, y: Int) {
        func offset(_ free: Int, _ part: Double) -> Int {
            Int((Double(free) * part).rounded(.down))
        }
        return (
            offset(outer.width - inner.width, x), offset(outer.height - inner.height, y)
        )
    }
}
