extension Bitmap {
    /// One pixel: colours multiplied by alpha.
    public struct Pixel: Hashable, Sendable {
        /// Red.
        public var red: UInt8
        /// Green.
        public var green: UInt8
        /// Blue.
        public var blue: UInt8
        /// 0 is transparent, 255 opaque.
        public var alpha: UInt8

        /// Makes a pixel.
        public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
            self.red = red
            self.green = green
            self.blue = blue
            self.alpha = alpha
        }
    }

    /// Makes a bitmap of pixels that `fill` writes.
    ///
    /// `fill` gets memory of `4 × width × height` bytes, all 0, rows one after the other. It must
    /// keep to what `alpha` promises. On a wrong promise pictures look wrong; nothing crashes.
    ///
    /// - Throws: ``ImageError`` with ``ImageError/Code/invalidArgument`` for a size under 1×1 or
    ///   beyond reason, ``ImageError/Code/outOfMemory``, or what `fill` throws.
    public init(
        size: PixelSize, alpha: Alpha, colorSpace: ImageColorSpace = .sRGB,
        isPartial: Bool = false,
        filledBy fill: (UnsafeMutableRawBufferPointer) throws -> Void
    ) throws {
        let (bytesPerRow, overflow) = size.width.multipliedReportingOverflow(by: 4)
        guard !overflow, let count = Self.byteCount(size: size, bytesPerRow: bytesPerRow) else {
            throw ImageError(.invalidArgument, "A bitmap cannot be \(size) pixels large.")
        }
        try self.init(
            storage: Storage(count: count, zeroed: true, filledBy: fill), size: size,
            bytesPerRow: bytesPerRow, alpha: alpha, colorSpace: colorSpace, isPartial: isPartial)
    }

    /// Makes a bitmap by copying `pixels`: four bytes a pixel, row after row.
    ///
    /// - Throws: ``ImageError`` with ``ImageError/Code/invalidArgument`` if `pixels` is too short
    ///   for `size` and `bytesPerRow`, which is `4 × width` if left out.
    public init(
        pixels: [UInt8], size: PixelSize, bytesPerRow: Int? = nil, alpha: Alpha,
        colorSpace: ImageColorSpace = .sRGB
    ) throws {
        let storage = try Storage(count: pixels.count, zeroed: false) {
            $0.copyBytes(from: pixels)
        }
        try self.init(
            storage: storage, size: size,
            bytesPerRow: bytesPerRow ?? size.width.multipliedReportingOverflow(by: 4).partialValue,
            alpha: alpha, colorSpace: colorSpace)
    }

    /// The pixel in column `x` of row `y`, counted from the upper left.
    ///
    /// - Precondition: `x` and `y` lie inside the picture.
    public subscript(x: Int, y: Int) -> Pixel {
        precondition(
            (0..<width).contains(x) && (0..<height).contains(y),
            "No pixel (\(x), \(y)) in a picture of \(size).")
        let place = y * bytesPerRow + x * 4
        return Pixel(
            red: storage.bytes[place], green: storage.bytes[place + 1],
            blue: storage.bytes[place + 2], alpha: storage.bytes[place + 3])
    }

    /// Lends the pixels, row `y` starting at `y * bytesPerRow`. Not to be kept after `body`.
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { withExtendedLifetime(storage) {} }
        return try body(storage.bytes)
    }

    /// The pixels and what keeps them alive, for a toolkit that shows them without a copy.
    ///
    /// The pointer is good for as long as `owner` is held.
    public func sharedPixels() -> (bytes: UnsafeRawBufferPointer, owner: AnyObject) {
        (storage.bytes, storage)
    }
}

extension Bitmap: Equatable {
    /// Whether the pixels and all that is known about them are equal, pads between rows left out.
    public static func == (lhs: Bitmap, rhs: Bitmap) -> Bool {
        guard lhs.size == rhs.size, lhs.alpha == rhs.alpha, lhs.colorSpace == rhs.colorSpace,
            lhs.isPartial == rhs.isPartial
        else { return false }
        return (0..<lhs.height).allSatisfy { lhs.row($0).elementsEqual(rhs.row($0)) }
    }

    private func row(_ y: Int) -> Slice<UnsafeRawBufferPointer> {
        storage.bytes[y * bytesPerRow..<y * bytesPerRow + width * 4]
    }
}
