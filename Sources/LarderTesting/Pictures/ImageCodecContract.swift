#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Larder
public import LarderImage

/// What every ``ImageCodec`` promises, as checks that any implementation can be put through.
///
/// Run each of ``checks`` with each of a few sample pictures that the codec reads:
///
/// ```swift
/// for codec in ImageCodecs.standard.codecs {
///     for check in ImageCodecContract.checks { try check.run(on: codec, with: data) }
/// }
/// ```
public enum ImageCodecContract {
    /// One promise. Named by what it promises.
    public struct Check: Sendable, CustomStringConvertible {
        /// What is promised.
        public let name: String
        let body: @Sendable (any ImageCodec, Data) throws -> Void

        /// Puts `codec` to the check with a whole, sound picture of more than 8×8 pixels.
        ///
        /// - Throws: ``Violation`` when the promise is broken, or what the codec itself throws.
        public func run(on codec: any ImageCodec, with sample: Data) throws {
            try body(codec, sample)
        }

        /// The name.
        public var description: String { name }
    }

    /// A broken promise.
    public struct Violation: Error, CustomStringConvertible {
        /// What was seen instead.
        public let description: String
    }

    /// Every check.
    public static let checks: [Check] = reading + limits + damage + moving + writing
}

extension ImageCodecContract {
    static func expect(_ condition: Bool, _ otherwise: String) throws {
        guard condition else { throw Violation(description: otherwise) }
    }

    /// Runs `body`, which has to fail with an ``ImageError`` of this code.
    static func expect(_ code: ImageError.Code, _ body: () throws -> Void) throws {
        do { try body() } catch let error as ImageError {
            return try expect(error.code == code, "the error is \(error.code), not \(code)")
        }
        throw Violation(description: "there is no error where \(code) belongs")
    }

    /// Decodes bytes that may be damaged: there may be an ``ImageError`` and nothing else.
    static func decodeIfPossible(
        _ codec: any ImageCodec, _ bytes: Data, _ options: DecodeOptions
    ) throws -> Bitmap? {
        do {
            let bitmap = try codec.decode(bytes, options: options)
            try checkPixels(bitmap)
            return bitmap
        } catch is ImageError { return nil }
    }

    /// Whether the pixels are what the bitmap says of them.
    static func checkPixels(_ bitmap: Bitmap) throws {
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let pixel = bitmap[x, y]
                let most = max(pixel.red, pixel.green, pixel.blue)
                try expect(most <= pixel.alpha, "pixel (\(x), \(y)) is brighter than its alpha")
                if bitmap.isOpaque {
                    try expect(pixel.alpha == 255, "pixel (\(x), \(y)) is not opaque")
                }
            }
        }
    }

    /// The mean difference of two pictures of one size, in steps of a channel.
    static func difference(_ lhs: Bitmap, _ rhs: Bitmap) throws -> Double {
        try expect(lhs.size == rhs.size, "\(lhs.size) is not \(rhs.size)")
        var sum = 0
        for y in 0..<lhs.height {
            for x in 0..<lhs.width {
                let (a, b) = (lhs[x, y], rhs[x, y])
                sum += abs(Int(a.red) - Int(b.red)) + abs(Int(a.green) - Int(b.green))
                sum += abs(Int(a.blue) - Int(b.blue)) + abs(Int(a.alpha) - Int(b.alpha))
            }
        }
        return Double(sum) / Double(lhs.size.pixelCount * 4)
    }
}
