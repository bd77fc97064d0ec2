#if canImport(CoreGraphics)

public import CoreGraphics

extension Bitmap {
    /// The picture for CoreGraphics, over the same pixels.
    ///
    /// - Returns: `nil` only if CoreGraphics has no memory.
    public var cgImage: CGImage? {
        let shared = sharedPixels()
        let owner = Unmanaged.passRetained(shared.owner)
        guard let start = shared.bytes.baseAddress,
            let provider = CGDataProvider(
                dataInfo: owner.toOpaque(), data: start, size: shared.bytes.count,
                releaseData: { owner, _, _ in
                    owner.map { Unmanaged<AnyObject>.fromOpaque($0).release() }
                })
        else {
            owner.release()
            return nil
        }
        let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipLast : .premultipliedLast
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32,
            bytesPerRow: bytesPerRow, space: colorSpace.cgColorSpace,
            bitmapInfo: CGBitmapInfo(rawValue: alpha.rawValue), provider: provider, decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }

    /// The picture laid on white, for formats without transparency.
    var cgImageOnWhite: CGImage? {
        guard !isOpaque, let image = cgImage else { return cgImage }
        let context = CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
            space: colorSpace.cgColorSpace,
            bitmapInfo: CGImageAlphaInfo.noneSkipLast.rawValue)
        let whole = CGRect(x: 0, y: 0, width: width, height: height)
        context?.setFillColor(CGColor(red: 1, green: 1, blue: 1, alpha: 1))
        context?.fill([whole])
        context?.draw(image, in: whole)
        return context?.makeImage()
    }
}

extension ImageColorSpace {
    /// The same colours for CoreGraphics.
    public var cgColorSpace: CGColorSpace {
        let name =
            switch self {
            case .sRGB: CGColorSpace.sRGB
            case .displayP3: CGColorSpace.displayP3
            }
        return CGColorSpace(name: name) ?? CGColorSpaceCreateDeviceRGB()
    }
}

extension CGContext {
    /// A context that draws into rows of premultiplied pixels without pads.
    static func over(
        _ bytes: UnsafeMutableRawBufferPointer, size: PixelSize, _ colorSpace: ImageColorSpace
    ) -> CGContext? {
        CGContext(
            data: bytes.baseAddress, width: size.width, height: size.height, bitsPerComponent: 8,
            bytesPerRow: size.width * 4, space: colorSpace.cgColorSpace,
            bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    }
}

#endif
