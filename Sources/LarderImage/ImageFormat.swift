#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A file format of pictures.
///
/// Formats are told by content, never by a name or a `Content-Type`. A program that brings a
/// codec of its own makes a format of its own.
public struct ImageFormat: Hashable, Sendable {
    /// The format's short name, as in `jpeg`. Formats are equal if their names are.
    public let name: String
    /// The media type, as in `image/jpeg`.
    public let mediaType: String
    /// The usual end of a file's name, without a dot.
    public let fileExtension: String

    /// Makes a format.
    public init(name: String, mediaType: String, fileExtension: String) {
        self.name = name
        self.mediaType = mediaType
        self.fileExtension = fileExtension
    }
}

extension ImageFormat {
    /// JPEG, ISO 10918.
    public static let jpeg = ImageFormat(
        name: "jpeg", mediaType: "image/jpeg", fileExtension: "jpg")
    /// PNG, still and animated.
    public static let png = ImageFormat(name: "png", mediaType: "image/png", fileExtension: "png")
    /// WebP, RFC 9649.
    public static let webP = ImageFormat(
        name: "webp", mediaType: "image/webp", fileExtension: "webp")
    /// GIF, 87a and 89a.
    public static let gif = ImageFormat(name: "gif", mediaType: "image/gif", fileExtension: "gif")
    /// AVIF, still and animated.
    public static let avif = ImageFormat(
        name: "avif", mediaType: "image/avif", fileExtension: "avif")

    /// How many bytes from a picture's start ``init(detecting:)`` needs at most.
    public static let detectionLength = 64
}

extension ImageFormat {
    /// The format of the picture that starts with `bytes`, or `nil` if it is none of Larder's own.
    ///
    /// Only the first ``detectionLength`` bytes count.
    public init?(detecting bytes: Data) {
        let head = [UInt8](bytes.prefix(Self.detectionLength))
        func has(_ text: StaticString, at offset: Int) -> Bool {
            let count = text.utf8CodeUnitCount
            guard head.count >= offset + count else { return false }
            let wanted = UnsafeBufferPointer(start: text.utf8Start, count: count)
            return head[offset..<offset + count].elementsEqual(wanted)
        }
        if head.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self = .png
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webP
        } else if has("GIF87a", at: 0) || has("GIF89a", at: 0) {
            self = .gif
        } else if has("ftyp", at: 4), Self.hasAVIFBrand(head) {
            self = .avif
        } else {
            return nil
        }
    }

    /// Whether the major or a compatible brand of an ISO media file is one of AVIF's.
    private static func hasAVIFBrand(_ head: [UInt8]) -> Bool {
        let boxLength = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let end = min(boxLength, head.count)
        let places = [8] + Array(stride(from: 16, to: max(16, end - 3), by: 4))
        return places.contains { place in
            guard place + 4 <= end else { return false }
            let brand = head[place..<place + 4]
            return brand.elementsEqual("avif".utf8) || brand.elementsEqual("avis".utf8)
        }
    }
}

extension ImageFormat: CustomStringConvertible {
    /// The format's name.
    public var description: String { name }

    /// Whether the names are equal.
    public static func == (lhs: ImageFormat, rhs: ImageFormat) -> Bool { lhs.name == rhs.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
