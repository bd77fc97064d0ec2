#if canImport(ImageIO)

import CoreGraphics
import Foundation
import ImageIO
import Larder

/// One picture as ImageIO sees it.
struct ImageIOSource {
    let source: CGImageSource
    let info: ImageInfo

    /// Reads the header.
    init(_ bytes: Data, format: ImageFormat?, limits: ImageLimits) throws {
        let options = [kCGImageSourceShouldCache: false] as CFDictionary
        guard let format, let source = CGImageSourceCreateWithData(bytes as CFData, options) else {
            throw ImageError(.notAnImage, "The bytes are no picture that ImageIO knows.")
        }
        try self.init(source, format: format, limits: limits)
    }

    /// Describes a source that is open already.
    init(_ source: CGImageSource, format: ImageFormat, limits: ImageLimits) throws {
        let properties = Self.properties(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
        guard let width = properties[kCGImagePropertyPixelWidth] as? Int,
            let height = properties[kCGImagePropertyPixelHeight] as? Int, width > 0, height > 0
        else {
            throw ImageError(
                .damaged, "The \(format) is damaged: it has no size.", format: format)
        }
        let stated = properties[kCGImagePropertyOrientation] as? Int
        let orientation = stated.flatMap(ImageOrientation.init(rawValue:)) ?? .up
        let frames = format == .jpeg ? 1 : max(1, CGImageSourceGetCount(source))
        self.source = source
        info = ImageInfo(
            format: format,
            size: orientation.displayed(PixelSize(width: width, height: height)),
            orientation: orientation, frameCount: min(frames, max(1, limits.frames)),
            loopCount: frames > 1 ? Self.loopCount(of: source, format: format) : 1,
            hasAlpha: properties[kCGImagePropertyHasAlpha] as? Bool ?? false,
            colorModel: ImageInfo.ColorModel(properties),
            bitsPerChannel: properties[kCGImagePropertyDepth] as? Int ?? 8,
            hasColorProfile: properties[kCGImagePropertyProfileName] != nil,
            isProgressive: Self.isProgressive(properties))
    }
}

// MARK: - Properties

extension ImageIOSource {
    static func properties(_ dictionary: CFDictionary?) -> [CFString: Any] {
        dictionary as? [CFString: Any] ?? [:]
    }

    /// How long frame `index` is shown.
    func delay(at index: Int) -> Duration {
        let properties = Self.properties(CGImageSourceCopyPropertiesAtIndex(source, index, nil))
        let places: [(CFString, CFString)] = [
            (kCGImagePropertyGIFDictionary, kCGImagePropertyGIFUnclampedDelayTime),
            (kCGImagePropertyWebPDictionary, kCGImagePropertyWebPUnclampedDelayTime),
            (kCGImagePropertyPNGDictionary, kCGImagePropertyAPNGUnclampedDelayTime),
        ]
        let seconds = places.lazy.compactMap { dictionary, key in
            (properties[dictionary] as? [CFString: Any])?[key] as? Double
        }.first
        return .seconds(min(max(seconds ?? 0.1, 0), 86_400))
    }

    /// GIF counts repeats after the first run, the others runs.
    private static func loopCount(of source: CGImageSource, format: ImageFormat) -> Int {
        let properties = properties(CGImageSourceCopyProperties(source, nil))
        if format == .gif {
            let gif = properties[kCGImagePropertyGIFDictionary] as? [CFString: Any]
            guard let repeats = gif?[kCGImagePropertyGIFLoopCount] as? Int else { return 1 }
            return repeats == 0 ? 0 : repeats + 1
        }
        let webP = properties[kCGImagePropertyWebPDictionary] as? [CFString: Any]
        let png = properties[kCGImagePropertyPNGDictionary] as? [CFString: Any]
        return webP?[kCGImagePropertyWebPLoopCount] as? Int
            ?? png?[kCGImagePropertyAPNGLoopCount] as? Int ?? 0
    }

    private static func isProgressive(_ properties: [CFString: Any]) -> Bool {
        let jpeg = properties[kCGImagePropertyJFIFDictionary] as? [CFString: Any]
        let png = properties[kCGImagePropertyPNGDictionary] as? [CFString: Any]
        return jpeg?[kCGImagePropertyJFIFIsProgressive] as? Bool ?? false
            || png?[kCGImagePropertyPNGInterlaceType] as? Int == 1
    }
}

extension ImageInfo.ColorModel {
    fileprivate init(_ properties: [CFString: Any]) {
        let isIndexed = properties[kCGImagePropertyIsIndexed] as? Bool ?? false
        switch properties[kCGImagePropertyColorModel] as? String {
        case _ where isIndexed: self = .indexed
        case String(kCGImagePropertyColorModelGray): self = .gray
        case String(kCGImagePropertyColorModelCMYK): self = .cmyk
        default: self = .rgb
        }
    }
}

#endif
