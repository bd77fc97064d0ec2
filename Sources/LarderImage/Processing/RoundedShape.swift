/// A rectangle with rounded corners, and how much of each pixel it covers.
///
/// The cover of a pixel is taken from the distance between its centre and the corner's circle:
/// half a pixel inside or more is all, half a pixel outside or more is none. That is within a
/// few hundredths of the true area for radii over one pixel, and the same on all four corners.
struct RoundedShape {
    let size: PixelSize
    /// How far the rectangle's edges lie inside the picture's.
    let inset: Int
    let radius: Double
    let corners: ImageStep.Corners

    init(
        _ size: PixelSize, inset: Int = 0, radius: Double, corners: ImageStep.Corners = .all
    ) {
        self.size = size
        self.inset = inset
        let half = Double(min(size.width, size.height)) / 2 - Double(inset)
        self.radius = radius > 0 ? min(radius, max(half, 0)) : 0
        self.corners = corners
    }
}

extension RoundedShape {
    /// How much of a pixel lies inside, from 0 to 255.
    func cover(_ x: Int, _ y: Int) -> UInt8 {
        let (right, bottom) = (size.width - 1 - x, size.height - 1 - y)
        guard min(x, y, right, bottom) >= inset else { return 0 }
        guard corners.contains(corner(isLeft: x <= right, isTop: y <= bottom)) else { return 255 }
        let across = radius - (Double(min(x, right) - inset) + 0.5)
        let down = radius - (Double(min(y, bottom) - inset) + 0.5)
        guard across > 0, down > 0 else { return 255 }
        let outside = (across * across + down * down).squareRoot() - radius
        return PixelMath.byte((0.5 - outside) * 255)
    }

    /// The rows from either edge, and the columns, in which a pixel may be covered in part.
    var reach: Int { inset + Int(radius.rounded(.up)) }

    private func corner(isLeft: Bool, isTop: Bool) -> ImageStep.Corners {
        switch (isLeft, isTop) {
        case (true, true): .topLeft
        case (false, true): .topRight
        case (true, false): .bottomLeft
        case (false, false): .bottomRight
        }
    }
}
