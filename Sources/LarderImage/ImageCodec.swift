#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Reads and writes pictures of one or more formats.
///
/// A codec is a value without state that changes: any thread may call it, also several at once.
/// Calls block until they are done, so call them from a thread of your own, never from Swift's
/// cooperative pool. Whatever the bytes are, a codec gives a picture, a picture marked
/// ``Bitmap/isPartial``, or an ``ImageError``; it obeys ``DecodeOptions/limits`` before it takes
/// memory, and stops with `CancellationError` soon after ``DecodeOptions/isCancelled`` says so.
/// The conformance suite in LarderTesting holds a codec to this.
public protocol ImageCodec: Sendable {
    /// The formats that it reads.
    var readableFormats: Set<ImageFormat> { get }

    /// The formats that it writes.
    var writableFormats: Set<ImageFormat> { get }

    /// The format of the picture that starts with `bytes`, or `nil` if the codec does not know it.
    ///
    /// By default what ``ImageFormat/init(detecting:)`` finds, if it is among ``readableFormats``.
    func format(of bytes: Data) -> ImageFormat?

    /// Reads the header only.
    ///
    /// - Throws: ``ImageError``. A picture that passes `limits` is described all the same.
    func probe(_ bytes: Data, limits: ImageLimits) throws -> ImageInfo

    /// Decodes a still picture, or the first frame of one that moves: upright, in the colours
    /// and at the size that `options` name.
    func decode(_ bytes: Data, options: DecodeOptions) throws -> Bitmap

    /// Opens a picture frame by frame.
    ///
    /// - Returns: `nil` if the codec has no pictures that move; so by default.
    /// - Throws: ``ImageError``.
    func frames(of bytes: Data, options: DecodeOptions) throws -> (any FrameDecoder)?

    /// Opens a picture whose bytes still arrive.
    ///
    /// - Returns: `nil` if the codec makes no previews of `format`; so by default.
    func previews(of format: ImageFormat, options: DecodeOptions) -> (any PreviewDecoder)?

    /// Writes a picture in `encoding.format`, which is one of ``writableFormats``.
    func encode(_ bitmap: Bitmap, as encoding: ImageEncoding) throws -> Data
}

extension ImageCodec {
    /// What ``ImageFormat/init(detecting:)`` finds, if the codec reads it.
    public func format(of bytes: Data) -> ImageFormat? {
        ImageFormat(detecting: bytes).flatMap { readableFormats.contains($0) ? $0 : nil }
    }
    /// No previews.
    public func previews(
        of format: ImageFormat, options: DecodeOptions
    ) -> (any PreviewDecoder)? {
        nil
    }

    /// No frames.
    public func frames(of bytes: Data, options: DecodeOptions) throws -> (any FrameDecoder)? {
        nil
    }
}
