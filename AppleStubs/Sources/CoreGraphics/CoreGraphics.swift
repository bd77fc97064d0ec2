// The names are those of Apple's documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

@_exported public import Foundation

public final class CGColorSpace: Sendable {
    public static let sRGB = "sRGB" as CFString
    public static let displayP3 = "displayP3" as CFString
    public init?(name: CFString) {}
    init() {}
}

public typealias CFString = String

public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { CGColorSpace() }

public final class CGColor: Sendable {
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {}
}

public enum CGImageAlphaInfo: UInt32, Sendable { case noneSkipLast = 5, premultipliedLast = 1 }

public enum CGColorRenderingIntent: Sendable { case defaultIntent }

public struct CGBitmapInfo: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Lends bytes that somebody else owns until it is gone, as the real one does.
public final class CGDataProvider {
    public typealias Release = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void
    let info: UnsafeMutableRawPointer?
    let data: UnsafeRawPointer
    let size: Int
    let release: Release

    public init?(
        dataInfo: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
        releaseData: @escaping Release
    ) {
        info = dataInfo
        self.data = data
        self.size = size
        release = releaseData
    }

    deinit { release(info, data, size) }
}

public final class CGImage {
    public let width: Int
    public let height: Int
    public let provider: CGDataProvider

    public init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider,
        decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool, intent: CGColorRenderingIntent
    ) {
        self.width = width
        self.height = height
        self.provider = provider
    }
}

public final class CGContext {
    public init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int,
        bytesPerRow: Int, space: CGColorSpace, bitmapInfo: UInt32
    ) {}
    public func setFillColor(_ color: CGColor) {}
    public func fill(_ rects: [CGRect]) {}
    public func draw(_ image: CGImage, in rect: CGRect) {}
    public func makeImage() -> CGImage? { nil }
}
