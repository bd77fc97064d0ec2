#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A picture's colours and rough shapes in some 25 bytes, to be shown before the picture is.
///
/// The format is Evan Wallace's ThumbHash: the lowest frequencies of a cosine transform of
/// brightness, two colour differences and, where there is any, transparency, four bits each. A
/// hash made here can be shown by any other program that knows the format, and the other way
/// round. It is no fingerprint: different pictures may have the same hash.
public struct ThumbHash: Hashable, Sendable {
    /// The hash in its binary form.
    public let bytes: [UInt8]

    /// Makes a hash of its binary form, or `nil` if these bytes are none.
    ///
    /// Bytes after the end are dropped.
    public init?(bytes: [UInt8]) {
        guard bytes.count >= 5 else { return nil }
        let length = Header(bytes).byteCount
        guard bytes.count >= length else { return nil }
        self.bytes = Array(bytes.prefix(length))
    }

    init(unchecked bytes: [UInt8]) {
        self.bytes = bytes
    }
}

extension ThumbHash {
    /// Makes a hash of its form in Base64, in which it is mostly passed on, or `nil` if this is
    /// none.
    public init?(base64: String) {
        guard let data = Data(base64Encoded: base64) else { return nil }
        self.init(bytes: [UInt8](data))
    }

    /// The hash in Base64.
    public var base64: String { Data(bytes).base64EncodedString() }

    /// About the picture's width divided by its height, between 1/7 and 7.
    public var aspectRatio: Double {
        let grid = header.grid
        return Double(max(grid.across, 1)) / Double(max(grid.down, 1))
    }

    /// The picture's mean colour.
    public var averageColor: ImageColor {
        let header = header
        return ImageColor(
            unit: Self.color(header.brightness, header.yellow, header.red, header.alpha))
    }

    var header: Header { Header(bytes) }

    /// The colour that a brightness and two differences stand for, not clamped.
    static func color(
        _ brightness: Double, _ yellow: Double, _ red: Double, _ alpha: Double
    ) -> SIMD4<Double> {
        let blue = brightness - 2.0 / 3 * yellow
        let redPart = (3 * brightness - blue + red) / 2
        return SIMD4(redPart, redPart - red, blue, alpha)
    }
}
