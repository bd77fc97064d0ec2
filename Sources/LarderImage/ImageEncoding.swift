/// How a picture is written: a format and how much it may lose.
public struct ImageEncoding: Hashable, Sendable {
    /// The format; `nil` leaves the choice to ``ImageCodecs``, by the picture.
    public let format: ImageFormat?
    /// From 0, the smallest file, to 100, the best picture. Not looked at when nothing is lost.
    public let quality: Int
    /// Whether every pixel must come back as it was.
    public let isLossless: Bool

    /// Whether a coarse view of all of the picture comes first, as in progressive JPEG and
    /// interlaced PNG. Formats without that do not look at it.
    public let isProgressive: Bool

    /// Makes an encoding for a format of one's own. `quality` is kept within 0 and 100.
    public init(
        format: ImageFormat?, quality: Int = 85, isLossless: Bool = false,
        isProgressive: Bool = false
    ) {
        self.format = format
        self.quality = min(max(quality, 0), 100)
        self.isLossless = isLossless
        self.isProgressive = isProgressive
    }
}

extension ImageEncoding {
    /// JPEG. Transparent parts are laid on white.
    public static func jpeg(quality: Int = 85, isProgressive: Bool = false) -> ImageEncoding {
        ImageEncoding(format: .jpeg, quality: quality, isProgressive: isProgressive)
    }

    /// PNG. Nothing is lost.
    public static let png = ImageEncoding(format: .png, quality: 100, isLossless: true)

    /// WebP with losses. Transparency is kept. Not written on Apple's platforms.
    public static func webP(quality: Int = 80) -> ImageEncoding {
        ImageEncoding(format: .webP, quality: quality)
    }

    /// WebP. Nothing is lost. Not written on Apple's platforms.
    public static let webPLossless = ImageEncoding(
        format: .webP, quality: 100, isLossless: true)

    /// AVIF with losses. Transparency is kept. The smallest files and the slowest to write.
    public static func avif(quality: Int = 60) -> ImageEncoding {
        ImageEncoding(format: .avif, quality: quality)
    }

    /// The format that suits the picture: PNG for drawings of few colours, JPEG for what is
    /// opaque, else WebP, or PNG where WebP cannot be written.
    public static func automatic(quality: Int = 85) -> ImageEncoding {
        ImageEncoding(format: nil, quality: quality)
    }
}
