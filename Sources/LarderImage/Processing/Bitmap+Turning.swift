extension Bitmap {
    func rotated(_ turns: ImageStep.QuarterTurns) throws -> Bitmap {
        switch turns {
        case .clockwise:
            try moved(size.transposed) { x, y in (y, height - 1 - x) }
        case .half:
            try moved(size) { x, y in (width - 1 - x, height - 1 - y) }
        case .anticlockwise:
            try moved(size.transposed) { x, y in (width - 1 - y, x) }
        }
    }

    func flipped(_ axis: ImageStep.FlipAxis) throws -> Bitmap {
        switch axis {
        case .horizontal: try moved(size) { x, y in (width - 1 - x, y) }
        case .vertical: try moved(size) { x, y in (x, height - 1 - y) }
        }
    }

    /// Takes each pixel of the new picture from where `origin` says.
    private func moved(
        _ size: PixelSize, from origin: (_ x: Int, _ y: Int) -> (x: Int, y: Int)
    ) throws -> Bitmap {
        try redrawn(size: size) { source, pixels in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let place = origin(x, y)
                    pixels[y * size.width + x] = source[place.x, place.y]
                }
            }
        }
    }
}
