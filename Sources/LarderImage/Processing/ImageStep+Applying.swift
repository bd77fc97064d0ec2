extension Bitmap {
    /// The picture after `steps` were done to it in order.
    ///
    /// Blocks until it is done: call it from a thread of your own. Marks such as
    /// ``Bitmap/isPartial`` stay. Colours that steps bring are taken as they are, in the picture's
    /// own colour space.
    ///
    /// - Parameters:
    ///   - steps: What to do.
    ///   - limits: What it may cost: each step's new picture, and what it takes besides, as far as
    ///     it is no step of your own, counts against ``ImageLimits/memory`` before it is taken.
    ///   - isCancelled: Asked before each step; `true` ends it with `CancellationError`.
    /// - Throws: ``ImageError``, with ``ImageError/Code/tooLarge`` for what passes a limit,
    ///   `CancellationError`, or what a custom step throws.
    public func applying(
        _ steps: [ImageStep], limits: ImageLimits = .standard,
        isCancelled: () -> Bool = { false }
    ) throws -> Bitmap {
        try steps.reduce(self) { picture, step in
            if isCancelled() { throw CancellationError() }
            return try step.applied(to: picture, limits)
        }
    }
}

extension ImageStep {
    func applied(to picture: Bitmap, _ limits: ImageLimits) throws -> Bitmap {
        try check(on: picture, limits)
        return switch kind {
        case .resize(let target): try picture.drawn(at: target)
        case .fill(let cover, let anchor):
            try picture.drawn(at: cover).cropped(to: cover.box, anchor: anchor)
        case .crop(let size, let anchor): try picture.cropped(to: size, anchor: anchor)
        case .cut(let x, let y, let size): try picture.cut(x: x, y: y, size: size)
        case .pad(let size, let anchor, let color):
            try picture.padded(to: size, anchor: anchor, color: color)
        case .rotate(let turns): try picture.rotated(turns)
        case .flip(let axis): try picture.flipped(axis)
        case .round(let radius, let corners):
            try picture.rounded(radius: radius, corners: corners)
        case .circle: try picture.circled()
        case .border(let width, let color, let radius):
            try picture.bordered(width: width, color: color, radius: radius)
        case .blur(let radius): try picture.blurred(radius: radius)
        case .tint(let color): try picture.tinted(color)
        case .grayscale: try picture.grayscaled()
        case .custom(let step): try step.apply(picture)
        }
    }
}

extension TargetSize {
    /// The box that is to be covered; a side left out has no end.
    var box: PixelSize { PixelSize(width: width ?? .max, height: height ?? .max) }
}
