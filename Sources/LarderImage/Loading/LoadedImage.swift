/// A picture that was loaded.
public struct LoadedImage: Sendable {
    /// Where a picture came from.
    public enum Place: String, Hashable, Sendable {
        /// Memory: nothing was read or decoded.
        case memory
        /// The cache: bytes were read there and decoded, or were in memory and were decoded.
        case cache
        /// The origin sent or confirmed it.
        case origin
    }

    let picture: DecodedPicture
    /// Where the picture came from.
    public let place: Place
    /// Whether more of the picture is on its way. Only ``ImageLoader/images(at:steps:priority:)``
    /// and its like give previews.
    public let isPreview: Bool

    init(_ picture: DecodedPicture, from place: Place, isPreview: Bool = false) {
        self.picture = picture
        self.place = place
        self.isPreview = isPreview
    }
}

extension LoadedImage {
    /// The pixels.
    public var bitmap: Bitmap { picture.bitmap }

    /// The frames, if the picture moves: decoded when they are wanted, the steps done to each.
    /// ``bitmap`` is the first one.
    public var animation: AnimatedImage? { picture.animation }

    /// What the header says of the picture as it was stored, before any step.
    public var info: ImageInfo { picture.info }

    /// The size in pixels.
    public var size: PixelSize { bitmap.size }

    /// Width in pixels.
    public var width: Int { bitmap.width }

    /// Height in pixels.
    public var height: Int { bitmap.height }

    /// Whether the source is damaged or was cut short, so that something is missing. A partial
    /// picture is not kept: the next request loads it again.
    public var isPartial: Bool { bitmap.isPartial }
}

extension LoadedImage: CustomStringConvertible {
    /// The picture's size and format and where it came from, as in `320×213 jpeg from memory`.
    public var description: String {
        let kind = isPreview ? ", a preview" : isPartial ? ", cut short" : ""
        return "\(size) \(info.format.name) from \(place.rawValue)\(kind)"
    }
}
