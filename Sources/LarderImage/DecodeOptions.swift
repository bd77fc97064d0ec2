public import Larder

/// What is wanted of a picture, and what it may cost.
public struct DecodeOptions: Sendable {
    /// How well a picture is made smaller.
    public enum Quality: String, Hashable, Sendable {
        /// Good enough for a list that scrolls: at least 41 dB against an exact Lanczos filter at
        /// 320 pixels.
        case fast
        /// At least 50 dB against an exact Lanczos filter, for up to a quarter more time. Only for
        /// JPEG is it more work than ``fast``.
        case best
    }

    /// The size wanted. The picture's own by default.
    public var target: TargetSize
    /// How well the picture is made smaller. ``Quality/best`` by default.
    public var quality: Quality
    /// The colours wanted. sRGB by default; a picture without a profile is taken to be in sRGB.
    public var colorSpace: ImageColorSpace
    /// What the picture may cost.
    public var limits: ImageLimits
    /// Where the time for ``ImageLimits/duration`` is read.
    public var time: TimeSource
    /// Asked again and again while decoding, from the decoding thread; `true` stops it with a
    /// `CancellationError`. It must be quick.
    public var isCancelled: @Sendable () -> Bool

    /// Makes options. Each has the default that its property names.
    public init(
        target: TargetSize = .full, quality: Quality = .best, colorSpace: ImageColorSpace = .sRGB,
        limits: ImageLimits = .standard, time: TimeSource = .system,
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.target = target
        self.quality = quality
        self.colorSpace = colorSpace
        self.limits = limits
        self.time = time
        self.isCancelled = isCancelled
    }
}
