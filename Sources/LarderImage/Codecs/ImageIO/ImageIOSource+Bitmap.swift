#if canImport(ImageIO)

import CoreGraphics
import Foundation
import ImageIO
import Larder

extension ImageIOSource {
    /// Decodes a frame: upright, in the size and the colours that `options` name.
    func bitmap(
        at index: Int, options: DecodeOptions, _ interruption: Interruption
    ) throws -> Bitmap {
        try options.limits.check(info)
        let placement = try options.target.placement(of: info.size)
        if let reason = interruption.reason { throw reason }
        let image = try upright(at: index, placement, options)
        if let reason = interruption.reason { throw reason }
        let status = CGImageSourceGetStatusAtIndex(source, index)
        return try draw(image, placement, options, isPartial: status != .statusComplete)
    }

    /// The whole picture, turned, about as large as it takes to make the part that is wanted.
    private func upright(
        at index: Int, _ placement: TargetSize.Placement, _ options: DecodeOptions
    ) throws -> CGImage {
        let across = Double(placement.size.width) / placement.width
        let down = Double(placement.size.height) / placement.height
        // Twice the size leaves the final, better filter something to work on.
        let margin = options.quality == .best ? 2.0 : 1.0
        let scale = min(1, max(across, down) * margin)
        let side = Double(max(info.size.width, info.size.height)) * scale
        let thumbnail: [CFString: Any] = [
            kCGImageSourceCreateThumbnailFromImageAlways: true,
            kCGImageSourceCreateThumbnailWithTransform: true,
            kCGImageSourceShouldCacheImmediately: true,
            kCGImageSourceThumbnailMaxPixelSize: max(1, Int(side.rounded(.up))),
        ]
        guard
            let image = CGImageSourceCreateThumbnailAtIndex(
                source, index, thumbnail as CFDictionary)
        else {
            throw ImageError(.damaged, "The \(info.format) is damaged.", format: info.format)
        }
        return image
    }

    private func draw(
        _ image: CGImage, _ placement: TargetSize.Placement, _ options: DecodeOptions,
        isPartial: Bool
    ) throws -> Bitmap {
        let size = placement.size
        guard size.pixelCount <= options.limits.memory.bytes / 4 else {
            throw ImageError(
                .tooLarge, "A picture of \(size) does not fit in the memory allowed.",
                format: info.format)
        }
        let hasAlpha = info.hasAlpha || isPartial
        return try Bitmap(
            size: size, alpha: hasAlpha ? .premultiplied : .opaque,
            colorSpace: options.colorSpace, isPartial: isPartial
        ) { bytes in
            guard let context = CGContext.over(bytes, size: size, options.colorSpace) else {
                throw ImageError(.outOfMemory, "There is no memory to draw \(size) pixels.")
            }
            context.interpolationQuality = .high
            context.setBlendMode(.copy)
            context.draw(image, in: place(of: placement))
            if !hasAlpha {
                for pixel in 0..<size.pixelCount { bytes[pixel * 4 + 3] = 255 }
            }
        }
    }

    /// Where the whole picture lies when the part that is wanted fills the context, whose rows
    /// count from below.
    private func place(of placement: TargetSize.Placement) -> CGRect {
        let across = Double(placement.size.width) / placement.width
        let down = Double(placement.size.height) / placement.height
        let below = Double(info.size.height) - placement.y - placement.height
        return CGRect(
            x: -placement.x * across, y: -below * down,
            width: Double(info.size.width) * across, height: Double(info.size.height) * down)
    }
}

#endif
