#if os(Linux)

import CImageCodecs
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A codec for one format, on the format's own library.
struct LibraryCodec: ImageCodec {
    typealias Decoder =
        @Sendable (
            UnsafePointer<larder_image_job>?, UnsafeMutablePointer<larder_image>?
        ) -> larder_image_status
    typealias Encoder =
        @Sendable (
            UnsafePointer<larder_encode_job>?, UnsafeMutablePointer<larder_encoded>?
        ) -> larder_image_status

    typealias Opener =
        @Sendable (
            UnsafePointer<larder_image_job>?, UnsafeMutablePointer<OpaquePointer?>?,
            UnsafeMutablePointer<larder_image>?
        ) -> larder_image_status

    typealias PreviewOpener = @Sendable (UnsafePointer<larder_image_job>?) -> OpaquePointer?

    let format: ImageFormat
    let decoder: Decoder
    let encoder: Encoder?
    /// Opens what moves; `nil` if nothing of this format does.
    var opener: Opener?
    /// Opens what still arrives; `nil` if this format has no previews.
    var previewOpener: PreviewOpener?
}

extension LibraryCodec {
    /// libjpeg-turbo.
    static let jpeg = LibraryCodec(
        format: .jpeg, decoder: { larder_decode_jpeg($0, $1) },
        encoder: { larder_encode_jpeg($0, $1) },
        previewOpener: { larder_preview_jpeg($0) })

    /// libpng, with ISA-L for the pixels of most files.
    static let png = LibraryCodec(
        format: .png, decoder: { larder_decode_png($0, $1) },
        encoder: { larder_encode_png($0, $1) }, opener: { larder_open_png($0, $1, $2) },
        previewOpener: { larder_preview_png($0) })

    /// libpng alone, which `png` is held against.
    static let pngByLibpng = LibraryCodec(
        format: .png, decoder: { larder_decode_png_by_libpng($0, $1) }, encoder: nil)

    /// libwebp.
    static let webP = LibraryCodec(
        format: .webP, decoder: { larder_decode_webp($0, $1) },
        encoder: { larder_encode_webp($0, $1) }, opener: { larder_open_webp($0, $1, $2) },
        previewOpener: { larder_preview_webp($0) })

    /// giflib. GIF is not written: its colours are too few.
    static let gif = LibraryCodec(
        format: .gif, decoder: { larder_decode_gif($0, $1) }, encoder: nil,
        opener: { larder_open_gif($0, $1, $2) })

    /// libavif.
    static let avif = LibraryCodec(
        format: .avif, decoder: { larder_decode_avif($0, $1) },
        encoder: { larder_encode_avif($0, $1) }, opener: { larder_open_avif($0, $1, $2) })
}

extension LibraryCodec {
    var readableFormats: Set<ImageFormat> { [format] }

    var writableFormats: Set<ImageFormat> { encoder == nil ? [] : [format] }

    func probe(_ bytes: Data, limits: ImageLimits) throws -> ImageInfo {
        let job = DecodeJob(format: format, options: DecodeOptions(limits: limits), probes: true)
        return try job.probe(bytes, with: decoder)
    }

    func decode(_ bytes: Data, options: DecodeOptions) throws -> Bitmap {
        try DecodeJob(format: format, options: options, probes: false).decode(bytes, with: decoder)
    }

    func frames(of bytes: Data, options: DecodeOptions) throws -> (any FrameDecoder)? {
        guard let opener, try probe(bytes, limits: options.limits).isAnimated else { return nil }
        return try LibraryFrameDecoder(bytes, format: format, options: options, opener: opener)
    }

    func previews(of format: ImageFormat, options: DecodeOptions) -> (any PreviewDecoder)? {
        previewOpener.flatMap {
            LibraryPreviewDecoder(format: format, options: options, opener: $0)
        }
    }

    func encode(_ bitmap: Bitmap, as encoding: ImageEncoding) throws -> Data {
        guard let encoder, encoding.format == format else {
            throw ImageError(.unsupported, "This codec does not write it.", format: format)
        }
        var encoded = larder_encoded()
        let status = bitmap.withUnsafeBytes { pixels in
            var job = larder_encode_job()
            job.pixels = pixels.bindMemory(to: UInt8.self).baseAddress
            job.width = UInt32(clamping: bitmap.width)
            job.height = UInt32(clamping: bitmap.height)
            job.bytes_per_row = bitmap.bytesPerRow
            job.has_alpha = !bitmap.isOpaque
            job.display_p3 = bitmap.colorSpace == .displayP3
            job.quality = Int32(encoding.quality)
            job.lossless = encoding.isLossless
            job.progressive = encoding.isProgressive
            return encoder(&job, &encoded)
        }
        guard status == LARDER_IMAGE_OK, let bytes = encoded.bytes else {
            throw ImageError(
                status == LARDER_IMAGE_NO_MEMORY ? .outOfMemory : .encodingFailed,
                "A picture of \(bitmap.size) cannot be written as \(format): "
                    + Self.text(of: &encoded.message) + ".",
                format: format)
        }
        return Data(bytesNoCopy: bytes, count: encoded.size, deallocator: .free)
    }

    /// The text in a C array of characters that ends with a 0.
    static func text<Characters>(of characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}

#endif
