public import Larder

/// A decoded picture: rows of pixels, four bytes each, red, green, blue, alpha.
///
/// A bitmap is immutable and shares its pixels with its copies, so copying one costs nothing.
/// It is upright: orientation was applied when it was decoded.
public struct Bitmap: Sendable {
    /// What the fourth byte of a pixel means.
    public enum Alpha: String, Hashable, Sendable {
        /// Every pixel's alpha is 255.
        case opaque
        /// Colours are multiplied by alpha: none is larger than its pixel's alpha.
        case premultiplied
    }

    /// Width and height in pixels, each at least 1.
    public let size: PixelSize
    /// Bytes from the start of one row to the start of the next, at least four times the width.
    public let bytesPerRow: Int
    /// What the fourth byte of a pixel means.
    public let alpha: Alpha
    /// What the colours mean.
    public let colorSpace: ImageColorSpace
    /// Whether the source was damaged or cut short, or has not come in whole yet.
    ///
    /// What is missing is transparent or filled in. A partial picture may be shown; it is never
    /// kept as if it were whole.
    public let isPartial: Bool

    let storage: Storage

    /// Makes a bitmap over pixels that are in memory already.
    ///
    /// - Throws: ``ImageError`` with ``ImageError/Code/invalidArgument`` if the sizes do not
    ///   agree.
    package init(
        storage: Storage, size: PixelSize, bytesPerRow: Int, alpha: Alpha,
        colorSpace: ImageColorSpace, isPartial: Bool = false
    ) throws {
        guard
            let count = Self.byteCount(size: size, bytesPerRow: bytesPerRow),
            storage.bytes.count >= count
        else {
            throw ImageError(
                .invalidArgument,
                "\(storage.bytes.count) bytes with \(bytesPerRow) a row are no \(size) pixels.")
        }
        self.storage = storage
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.alpha = alpha
        self.colorSpace = colorSpace
        self.isPartial = isPartial
    }
}

extension Bitmap {
    /// Width in pixels.
    public var width: Int { size.width }

    /// Height in pixels.
    public var height: Int { size.height }

    /// Whether every pixel's alpha is 255.
    public var isOpaque: Bool { alpha == .opaque }

    /// The memory that the pixels take.
    public var cost: ByteCount { .bytes(storage.bytes.count) }

    /// The same pixels, marked partial or whole.
    public func marked(isPartial: Bool) -> Bitmap {
        Bitmap(self, isPartial: isPartial, colorSpace: colorSpace)
    }

    /// The same pixels, taken to be in other colours. Nothing is converted.
    public func assigned(_ colorSpace: ImageColorSpace) -> Bitmap {
        Bitmap(self, isPartial: isPartial, colorSpace: colorSpace)
    }

    private init(_ other: Bitmap, isPartial: Bool, colorSpace: ImageColorSpace) {
        storage = other.storage
        size = other.size
        bytesPerRow = other.bytesPerRow
        alpha = other.alpha
        self.colorSpace = colorSpace
        self.isPartial = isPartial
    }

    /// The bytes from a bitmap's first pixel to its last, or `nil` if the sizes are impossible.
    static func byteCount(size: PixelSize, bytesPerRow: Int) -> Int? {
        guard size.width >= 1, size.height >= 1, size.width <= Int.max / 4,
            bytesPerRow >= size.width * 4
        else { return nil }
        let (rows, overflow) = (size.height - 1).multipliedReportingOverflow(by: bytesPerRow)
        let (count, overflows) = rows.addingReportingOverflow(size.width * 4)
        return overflow || overflows ? nil : count
    }
}
