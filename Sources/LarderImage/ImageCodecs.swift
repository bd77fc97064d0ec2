#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

public import Larder

/// A list of codecs; each picture goes to the first that knows it.
public struct ImageCodecs: Sendable {
    /// The codecs, the first one asked first.
    public let codecs: [any ImageCodec]

    /// Makes a list. Put codecs of your own before ``standard``'s to have them asked first.
    public init(_ codecs: [any ImageCodec]) {
        self.codecs = codecs
    }
}

extension ImageCodecs {
    /// The platform's codecs for JPEG, PNG, WebP, GIF and AVIF.
    public static let standard = ImageCodecs(PlatformCodecs.all)

    /// The picture's format by its content, or `nil` if no codec here reads it.
    public func format(of bytes: Data) -> ImageFormat? {
        codecs.lazy.compactMap { $0.format(of: bytes) }.first
    }

    /// Reads a picture's header without decoding it.
    ///
    /// - Throws: ``ImageError``.
    public func probe(_ bytes: Data, limits: ImageLimits = .standard) throws -> ImageInfo {
        try reader(of: bytes).probe(bytes, limits: limits)
    }

    /// Decodes a picture as `options` say; of one that moves the first frame.
    ///
    /// Blocks until it is done: call it from a thread of your own. A picture that is damaged or
    /// cut short comes back as far as it goes, marked ``Bitmap/isPartial``.
    ///
    /// - Throws: ``ImageError``, or `CancellationError` if ``DecodeOptions/isCancelled`` said so.
    public func decode(_ bytes: Data, options: DecodeOptions = DecodeOptions()) throws -> Bitmap {
        try reader(of: bytes).decode(bytes, options: options)
    }

    /// Opens a picture that moves.
    ///
    /// Its header is read; frames are decoded when they are wanted. `budget` is the memory for
    /// decoded frames.
    ///
    /// - Returns: `nil` if the picture has one frame only: then ``decode(_:options:)`` it.
    /// - Throws: ``ImageError``, or `CancellationError`.
    public func animation(
        _ bytes: Data, options: DecodeOptions = DecodeOptions(),
        budget: ByteCount = .mebibytes(32)
    ) throws -> AnimatedImage? {
        guard let frames = try reader(of: bytes).frames(of: bytes, options: options),
            frames.delays.count > 1
        else { return nil }
        return AnimatedImage(frames, budget: budget)
    }

    /// What makes previews of the picture that starts with `bytes`, if anything does.
    func previewDecoder(for bytes: Data, options: DecodeOptions) -> (any PreviewDecoder)? {
        for codec in codecs {
            if let format = codec.format(of: bytes) {
                return codec.previews(of: format, options: options)
            }
        }
        return nil
    }

    /// Writes a picture.
    ///
    /// - Throws: ``ImageError`` with ``ImageError/Code/unsupported`` if no codec here writes the
    ///   format, ``ImageError/Code/encodingFailed`` if the format cannot hold the picture.
    public func encode(_ bitmap: Bitmap, as encoding: ImageEncoding) throws -> Data {
        let chosen = encoding.chosen(for: bitmap, writable: writableFormats)
        guard let format = chosen.format,
            let codec = codecs.first(where: { $0.writableFormats.contains(format) })
        else {
            throw ImageError(
                .unsupported, "No codec here writes \(chosen.format?.name ?? "any format").",
                format: chosen.format)
        }
        return try codec.encode(bitmap, as: chosen)
    }

    /// All formats that can be written.
    public var writableFormats: Set<ImageFormat> {
        codecs.reduce(into: []) { $0.formUnion($1.writableFormats) }
    }

    private func reader(of bytes: Data) throws -> any ImageCodec {
        if let codec = codecs.first(where: { $0.format(of: bytes) != nil }) { return codec }
        if let known = ImageFormat(detecting: bytes) {
            throw ImageError(.unsupported, "No codec here reads \(known).", format: known)
        }
        throw ImageError(
            .notAnImage,
            bytes.isEmpty
                ? "There are no bytes, so there is no picture."
                : "The bytes are no picture in any format known here.")
    }
}
