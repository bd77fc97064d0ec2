public import Larder

/// What a picture may cost at most. Checked from its header, before memory is taken for it.
public struct ImageLimits: Hashable, Sendable {
    /// Pixels of the stored picture. 100 million by default.
    public var pixels: Int
    /// Memory that decoding a picture may hold at any one moment. 512 MiB by default.
    ///
    /// All whose size the header decides counts: rows, canvases and frames, a progressive JPEG's
    /// coefficients, what the resize filter keeps, the result (twice if it has to be turned), what
    /// the format's library takes for itself, estimated from above, and the copy of the file that
    /// previews and animations keep. So a picture of width × height pixels needs about 4 bytes a
    /// pixel at full size as JPEG or PNG, 7 to 10 as progressive JPEG, 8 interlaced or as WebP, and
    /// 13 as lossless WebP; made smaller, JPEG and PNG need little more than the result. What no
    /// header tells does not count: tables of the libraries (some hundred KiB, but a lossless WebP
    /// can be made to have far more), deeper or more colours than an AVIF's header tells, metadata,
    /// which ``metadata`` limits, and frames that were handed out.
    ///
    /// What passes it is refused as ``ImageError/Code/tooLarge`` before the memory is taken. A
    /// preview or an animation counts by itself, and so does each ``ImageStep`` that is none of
    /// your own: what it takes for its new picture and besides. On Apple's platforms, where the
    /// system decodes, only the result counts.
    public var memory: ByteCount
    /// Scans of a progressive JPEG. 100 by default; files in the wild have 10 to 20.
    public var scans: Int
    /// Warnings of the format's library before it is stopped. 100 by default.
    public var warnings: Int
    /// Frames of an animation that are counted and shown. 10,000 by default.
    public var frames: Int
    /// One piece of metadata (profile, EXIF, text). Longer ones are skipped. 4 MiB by default.
    public var metadata: ByteCount
    /// How long decoding one picture may take. 30 seconds by default; `nil` means no limit.
    public var duration: Duration?

    /// Makes limits. Each has the default that its property names.
    public init(
        pixels: Int = 100_000_000, memory: ByteCount = .mebibytes(512), scans: Int = 100,
        warnings: Int = 100, frames: Int = 10_000, metadata: ByteCount = .mebibytes(4),
        duration: Duration? = .seconds(30)
    ) {
        self.pixels = pixels
        self.memory = memory
        self.scans = scans
        self.warnings = warnings
        self.frames = frames
        self.metadata = metadata
        self.duration = duration
    }
}

extension ImageLimits {
    /// The limits that apply unless others are named.
    public static let standard = ImageLimits()
}
