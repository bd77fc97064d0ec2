#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

extension ImageCodecContract {
    static let writing: [Check] = [
        Check(name: "what is written is read back") { codec, _ in
            for format in codec.writableFormats where codec.readableFormats.contains(format) {
                for size in [PixelSize(width: 1, height: 1), PixelSize(width: 37, height: 23)] {
                    let picture = try slope(size, alpha: .opaque)
                    let back = try again(picture, ImageEncoding(format: format, quality: 95), codec)
                    try expect(back.isOpaque, "\(format) made the picture transparent")
                    try expect(try difference(picture, back) < 4, "\(format) came back changed")
                }
            }
        },
        Check(name: "transparency is kept, or laid on white") { codec, _ in
            for format in codec.writableFormats where codec.readableFormats.contains(format) {
                let picture = try slope(PixelSize(width: 24, height: 24), alpha: .premultiplied)
                let back = try again(picture, ImageEncoding(format: format, quality: 95), codec)
                if back.isOpaque {
                    try expect(back[0, 12].red > 240, "\(format): what was clear is not white")
                } else {
                    try expect(try difference(picture, back) < 4, "\(format) came back changed")
                }
            }
        },
        Check(name: "wide colours come back as they were") { codec, _ in
            for format in codec.writableFormats where codec.readableFormats.contains(format) {
                let picture = try slope(PixelSize(width: 24, height: 24), alpha: .opaque)
                    .assigned(.displayP3)
                let bytes = try codec.encode(
                    picture, as: ImageEncoding(format: format, quality: 95))
                let wide = try codec.decode(bytes, options: DecodeOptions(colorSpace: .displayP3))
                try expect(try difference(picture, wide) < 4, "\(format) came back changed")
            }
        },
        Check(name: "a format that is not written is refused") { codec, _ in
            let unknown = ImageFormat(name: "none", mediaType: "image/none", fileExtension: "none")
            let picture = try slope(PixelSize(width: 2, height: 2), alpha: .opaque)
            try expect(.unsupported) {
                _ = try codec.encode(picture, as: ImageEncoding(format: unknown))
            }
        },
    ]

    private static func again(
        _ picture: Bitmap, _ encoding: ImageEncoding, _ codec: any ImageCodec
    ) throws -> Bitmap {
        let bytes = try codec.encode(picture, as: encoding)
        try expect(codec.format(of: bytes) == encoding.format, "it was written as another format")
        return try codec.decode(bytes, options: DecodeOptions())
    }

    /// Colours that rise to the right and downwards; transparent on the left if it has an alpha.
    private static func slope(_ size: PixelSize, alpha: Bitmap.Alpha) throws -> Bitmap {
        try Bitmap(size: size, alpha: alpha) { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let place = (y * size.width + x) * 4
                    let cover = alpha == .opaque ? 255 : x * 255 / max(1, size.width - 1)
                    let colors = [x * 200 / size.width + 20, y * 200 / size.height + 20, 90]
                    for (channel, color) in colors.enumerated() {
                        bytes[place + channel] = UInt8(color * cover / 255)
                    }
                    bytes[place + 3] = UInt8(cover)
                }
            }
        }
    }
}
