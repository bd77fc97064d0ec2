extension ImageStep {
    /// Makes the picture as large as fits inside a box, proportions kept. A side left out is
    /// open. A smaller picture stays as it is unless `allowsUpscaling`.
    public static func fit(
        width: Int? = nil, height: Int? = nil, allowsUpscaling: Bool = false
    ) -> ImageStep {
        ImageStep(.resize(.fit(width: width, height: height, allowsUpscaling: allowsUpscaling)))
    }

    /// Makes the picture as small as covers a box, then cuts what stands over, so that the point
    /// `anchor` stays. A side on which the picture is smaller than the box stays as it is unless
    /// `allowsUpscaling`.
    public static func fill(
        width: Int, height: Int, anchor: ImageAnchor = .center, allowsUpscaling: Bool = false
    ) -> ImageStep {
        guard anchor != .center else {
            return ImageStep(
                .resize(.fill(width: width, height: height, allowsUpscaling: allowsUpscaling)))
        }
        let cover = TargetSize.cover(
            width: width, height: height, allowsUpscaling: allowsUpscaling)
        return ImageStep(.fill(covering: cover, anchor: anchor))
    }

    /// Makes the picture exactly this large, proportions not kept. A side is never made longer
    /// than it is unless `allowsUpscaling`.
    public static func exact(
        width: Int, height: Int, allowsUpscaling: Bool = false
    ) -> ImageStep {
        ImageStep(.resize(.exact(width: width, height: height, allowsUpscaling: allowsUpscaling)))
    }

    /// Makes the picture meet a target.
    public static func resize(_ target: TargetSize) -> ImageStep {
        ImageStep(.resize(target))
    }

    /// Cuts the picture to a size, so that the point `anchor` stays. A side that is shorter
    /// already is left as it is.
    public static func crop(
        width: Int, height: Int, anchor: ImageAnchor = .center
    ) -> ImageStep {
        ImageStep(.crop(PixelSize(width: width, height: height), anchor: anchor))
    }

    /// Cuts a part out of the picture: `width` by `height` pixels whose upper left one is at
    /// (`x`, `y`). What lies outside the picture is left out; a part that lies outside whole is an
    /// ``ImageError`` with ``ImageError/Code/invalidArgument``.
    public static func crop(x: Int, y: Int, width: Int, height: Int) -> ImageStep {
        ImageStep(.cut(x: x, y: y, size: PixelSize(width: width, height: height)))
    }

    /// Lays the picture on a ground of this size and `color`, so that the point `anchor` of both
    /// is at the same place. A side that is longer already is left as it is.
    public static func pad(
        width: Int, height: Int, anchor: ImageAnchor = .center, color: ImageColor = .clear
    ) -> ImageStep {
        ImageStep(.pad(PixelSize(width: width, height: height), anchor: anchor, color: color))
    }

    /// Turns the picture.
    public static func rotated(_ turns: QuarterTurns) -> ImageStep {
        ImageStep(.rotate(turns))
    }

    /// Mirrors the picture.
    public static func flipped(_ axis: FlipAxis) -> ImageStep {
        ImageStep(.flip(axis))
    }
}
