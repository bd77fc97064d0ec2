extension TargetSize {
    /// Which part of a picture is shown, and how large.
    public struct Placement: Hashable, Sendable {
        /// The result's size, at least 1×1.
        public var size: PixelSize
        /// Left edge of the part that is shown, in pixels of the picture.
        public var x: Double
        /// Upper edge of the part that is shown.
        public var y: Double
        /// Width of the part that is shown.
        public var width: Double
        /// Height of the part that is shown.
        public var height: Double
    }

    /// Where a picture that is `source` large (as shown, orientation applied) comes to lie.
    ///
    /// - Throws: ``ImageError`` with ``ImageError/Code/invalidArgument`` if a side of the box is
    ///   less than 1 or larger than 1 million.
    public func placement(of source: PixelSize) throws -> Placement {
        for side in [width, height].compactMap({ $0 }) where !(1...1_000_000).contains(side) {
            throw ImageError(
                .invalidArgument, "A target's sides must be 1 to 1,000,000 pixels, not \(side).")
        }
        let (w, h) = (Double(source.width), Double(source.height))
        var across = width.map { Double($0) / w } ?? .infinity
        var down = height.map { Double($0) / h } ?? .infinity
        if across.isInfinite { across = down.isInfinite ? 1 : down }
        if down.isInfinite { down = across }
        switch mode {
        case .full: across = 1; down = 1
        case .fit: across = min(across, down); down = across
        case .cover, .fill: across = max(across, down); down = across
        case .exact: break
        }
        if !allowsUpscaling { across = min(across, 1); down = min(down, 1) }
        return part(of: source, across: across, down: down)
    }

    private func part(of source: PixelSize, across: Double, down: Double) -> Placement {
        func side(_ length: Int, _ scale: Double) -> Int {
            max(1, Int((Double(length) * scale).rounded()))
        }
        var result = Placement(
            size: PixelSize(
                width: side(source.width, across), height: side(source.height, down)),
            x: 0, y: 0, width: Double(source.width), height: Double(source.height))
        guard mode == .fill, let width, let height else { return result }
        if width < result.size.width {
            result.width = min(result.width, Double(width) / across)
            result.size.width = width
        }
        if height < result.size.height {
            result.height = min(result.height, Double(height) / down)
            result.size.height = height
        }
        result.x = (Double(source.width) - result.width) / 2
        result.y = (Double(source.height) - result.height) / 2
        return result
    }
}
