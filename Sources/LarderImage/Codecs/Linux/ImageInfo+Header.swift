#if os(Linux)

import CImageCodecs

extension ImageInfo {
    /// What a library found in a header, the orientation applied.
    init(_ header: larder_image_header, format: ImageFormat) {
        let own = ImageOrientation(rawValue: Int(header.orientation))
        let exif = UnsafeRawBufferPointer(
            start: header.exif, count: header.exif == nil ? 0 : header.exif_size)
        let orientation = own ?? ExifOrientation.read(exif)
        let stored = PixelSize(width: Int(header.width), height: Int(header.height))
        self.init(
            format: format, size: orientation.displayed(stored), orientation: orientation,
            frameCount: max(1, Int(header.frames)), loopCount: Int(header.loops),
            hasAlpha: header.has_alpha, colorModel: ColorModel(header.model),
            bitsPerChannel: Int(header.bits), hasColorProfile: header.icc_size > 0,
            isProgressive: header.progressive)
    }
}

extension ImageInfo.ColorModel {
    fileprivate init(_ model: larder_color_model) {
        self =
            switch model {
            case LARDER_COLORS_GRAY: .gray
            case LARDER_COLORS_CMYK: .cmyk
            case LARDER_COLORS_INDEXED: .indexed
            default: .rgb
            }
    }
}

#endif
