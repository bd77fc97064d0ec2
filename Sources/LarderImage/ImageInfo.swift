/// What a picture's header says, read without decoding it.
public struct ImageInfo: Hashable, Sendable {
    /// How the picture's colours are stored.
    public enum ColorModel: String, Hashable, Sendable {
        /// One number a pixel.
        case gray
        /// Red, green and blue, or a luma and chroma made of them.
        case rgb
        /// Printing inks.
        case cmyk
        /// An index into a table of colours.
        case indexed
    }

    /// The format, told by content.
    public var format: ImageFormat
    /// The size at which the picture is shown, its orientation applied.
    public var size: PixelSize
    /// How the stored picture lies.
    public var orientation: ImageOrientation
    /// How many frames the picture has; 1 if it does not move.
    public var frameCount: Int
    /// How often the animation runs; 0 means without end. 1 if the picture does not move.
    public var loopCount: Int
    /// Whether pixels may be transparent.
    public var hasAlpha: Bool
    /// How colours are stored.
    public var colorModel: ColorModel
    /// Bits a channel.
    public var bitsPerChannel: Int
    /// Whether the picture carries an ICC profile of its own.
    public var hasColorProfile: Bool
    /// Whether the picture was written so that a coarse view of all of it comes first.
    public var isProgressive: Bool

    /// Makes a description.
    public init(
        format: ImageFormat, size: PixelSize, orientation: ImageOrientation = .up,
        frameCount: Int = 1, loopCount: Int = 1, hasAlpha: Bool = false,
        colorModel: ColorModel = .rgb, bitsPerChannel: Int = 8, hasColorProfile: Bool = false,
        isProgressive: Bool = false
    ) {
        self.format = format
        self.size = size
        self.orientation = orientation
        self.frameCount = frameCount
        self.loopCount = loopCount
        self.hasAlpha = hasAlpha
        self.colorModel = colorModel
        self.bitsPerChannel = bitsPerChannel
        self.hasColorProfile = hasColorProfile
        self.isProgressive = isProgressive
    }
}

extension ImageInfo {
    /// Whether the picture moves.
    public var isAnimated: Bool { frameCount > 1 }
}
