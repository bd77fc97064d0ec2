extension ImageStep {
    /// Rounds corners. A radius over half of the shorter side counts as that half; one of 0 or
    /// less leaves the picture as it is. Edges are smooth.
    public static func rounded(radius: Double, corners: Corners = .all) -> ImageStep {
        ImageStep(.round(radius: radius, corners: corners))
    }

    /// Cuts the picture to the largest circle around its centre.
    public static let circle = ImageStep(.circle)

    /// Draws a border of `width` pixels along the inside of the picture's edge.
    ///
    /// With a `radius` the border's outer edge is rounded, and what is outside of it is cut off:
    /// give the radius of ``rounded(radius:corners:)``, or `.infinity` after ``circle``.
    public static func border(width: Int, color: ImageColor, radius: Double = 0) -> ImageStep {
        ImageStep(.border(width: width, color: color, radius: radius))
    }

    /// Blurs the picture. `radius` is the standard deviation of the Gaussian curve that each
    /// pixel is spread by; of 0 or less it leaves the picture as it is. The cost does not depend
    /// on it.
    public static func blurred(radius: Double) -> ImageStep {
        ImageStep(.blur(radius))
    }

    /// Lays a colour over what the picture shows; transparency stays. An opaque colour leaves
    /// the picture's shape only, as symbols need it.
    public static func tinted(_ color: ImageColor) -> ImageStep {
        ImageStep(.tint(color))
    }

    /// Takes the colours away. Brightness is weighed by ITU-R BT.709.
    public static let grayscale = ImageStep(.grayscale)

    /// A step of your own.
    ///
    /// - Parameters:
    ///   - identity: Says what the step does, with every number that it depends on, since two
    ///     steps of one identity count as the same: change it when the outcome changes. Any text
    ///     will do; it is never confused with the identities of other steps.
    ///   - apply: Makes the new picture. It runs on a thread for decoding, not on the caller's,
    ///     and may block it. What it throws reaches whoever asked for the picture.
    public static func custom(
        identity: String, _ apply: @escaping @Sendable (Bitmap) throws -> Bitmap
    ) -> ImageStep {
        ImageStep(.custom(CustomStep(identity: identity, apply: apply)))
    }
}
