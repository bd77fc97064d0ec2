#if canImport(ImageIO)

import CoreGraphics
import Foundation
import ImageIO

/// Reads and writes pictures with ImageIO.
///
/// ImageIO cannot be stopped while it decodes: cancellation and the time limit are looked at
/// before and after.
struct ImageIOCodec: ImageCodec {
    var readableFormats: Set<ImageFormat> { [.jpeg, .png, .webP, .gif, .avif] }

    var writableFormats: Set<ImageFormat> {
        let known = CGImageDestinationCopyTypeIdentifiers() as? [String] ?? []
        return Set([.jpeg, .png, .avif].filter { known.contains($0.typeIdentifier) })
    }
}

extension ImageIOCodec {
    func probe(_ bytes: Data, limits: ImageLimits) throws -> ImageInfo {
        try ImageIOSource(bytes, format: format(of: bytes), limits: limits).info
    }

    func decode(_ bytes: Data, options: DecodeOptions) throws -> Bitmap {
        let source = try ImageIOSource(bytes, format: format(of: bytes), limits: options.limits)
        return try source.bitmap(at: 0, options: options, Interruption(options))
    }

    func frames(of bytes: Data, options: DecodeOptions) throws -> (any FrameDecoder)? {
        let format = format(of: bytes)
        guard try ImageIOSource(bytes, format: format, limits: options.limits).info.isAnimated
        else { return nil }
        return try ImageIOFrameDecoder(bytes, format: format, options: options)
    }

    func previews(of format: ImageFormat, options: DecodeOptions) -> (any PreviewDecoder)? {
        [.jpeg, .png].contains(format)
            ? ImageIOPreviewDecoder(format: format, options: options) : nil
    }
}

extension ImageIOCodec {
    func encode(_ bitmap: Bitmap, as encoding: ImageEncoding) throws -> Data {
        guard let format = encoding.format, writableFormats.contains(format) else {
            throw ImageError(.unsupported, "ImageIO does not write it.", format: encoding.format)
        }
        let encoded = NSMutableData()
        guard let image = format == .jpeg ? bitmap.cgImageOnWhite : bitmap.cgImage,
            let destination = CGImageDestinationCreateWithData(
                encoded as CFMutableData, format.typeIdentifier as CFString, 1, nil)
        else { throw Self.failure(bitmap, format) }
        CGImageDestinationAddImage(destination, image, Self.properties(encoding) as CFDictionary)
        guard CGImageDestinationFinalize(destination) else { throw Self.failure(bitmap, format) }
        return encoded as Data
    }

    private static func properties(_ encoding: ImageEncoding) -> [CFString: Any] {
        let quality = encoding.isLossless ? 1 : Double(encoding.quality) / 100
        var properties: [CFString: Any] = [kCGImageDestinationLossyCompressionQuality: quality]
        if encoding.isProgressive {
            properties[kCGImagePropertyJFIFDictionary] = [kCGImagePropertyJFIFIsProgressive: true]
            properties[kCGImagePropertyPNGDictionary] = [kCGImagePropertyPNGInterlaceType: 1]
        }
        return properties
    }

    private static func failure(_ bitmap: Bitmap, _ format: ImageFormat) -> ImageError {
        ImageError(
            .encodingFailed, "A picture of \(bitmap.size) cannot be written as \(format).",
            format: format)
    }
}

extension ImageFormat {
    /// The name that ImageIO has for the format.
    fileprivate var typeIdentifier: String {
        switch self {
        case .jpeg: "public.jpeg"
        case .png: "public.png"
        case .gif: "com.compuserve.gif"
        case .webP: "org.webmproject.webp"
        default: "public.avif"
        }
    }
}

#endif
