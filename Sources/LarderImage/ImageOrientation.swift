/// How a picture's stored rows and columns lie when it is shown: EXIF's eight values.
///
/// Decoding applies it, so a ``Bitmap`` is always upright.
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
    /// As stored.
    case up = 1
    /// Mirrored left to right.
    case upMirrored = 2
    /// Turned by half a turn.
    case down = 3
    /// Mirrored top to bottom.
    case downMirrored = 4
    /// Mirrored at the diagonal from the top left.
    case leftMirrored = 5
    /// Turned a quarter clockwise to be shown.
    case right = 6
    /// Mirrored at the diagonal from the top right.
    case rightMirrored = 7
    /// Turned a quarter anticlockwise to be shown.
    case left = 8
}

extension ImageOrientation {
    /// Whether stored rows become columns when shown.
    public var swapsAxes: Bool { rawValue >= 5 }

    /// The size at which a picture stored as `stored` is shown.
    public func displayed(_ stored: PixelSize) -> PixelSize {
        swapsAxes ? stored.transposed : stored
    }
}
