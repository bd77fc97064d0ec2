import Foundation

/// Puts an orientation into files, as cameras do.
enum TestEXIF {
    /// A small TIFF with an orientation among other entries.
    static func tiff(orientation: Int, isBigEndian: Bool = false) -> [UInt8] {
        func word16(_ value: Int) -> [UInt8] {
            let bytes = [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)]
            return isBigEndian ? bytes.reversed() : bytes
        }
        func word32(_ value: Int) -> [UInt8] {
            let low = word16(value & 0xFFFF)
            return isBigEndian ? word16(value >> 16) + low : low + word16(value >> 16)
        }
        func short(_ tag: Int, _ value: Int) -> [UInt8] {
            word16(tag) + word16(3) + word32(1) + word16(value) + word16(0)
        }
        return Array((isBigEndian ? "MM" : "II").utf8) + word16(42) + word32(8) + word16(2)
            + short(0x0103, 6) + short(0x0112, orientation) + word32(0)
    }

    static func jpeg(_ bytes: Data, orientation: Int, isBigEndian: Bool = false) -> Data {
        jpeg(bytes, exif: tiff(orientation: orientation, isBigEndian: isBigEndian))
    }

    static func jpeg(_ bytes: Data, exif: [UInt8]) -> Data {
        let content = Array("Exif\0\0".utf8) + exif
        let length = content.count + 2
        let marker = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + content
        return Data(bytes.prefix(2) + marker + bytes.dropFirst(2))
    }

    /// The chunk comes before the end, after the pixels.
    static func png(_ bytes: Data, orientation: Int) -> Data {
        let end = bytes.count - 12
        return Data(
            bytes.prefix(end) + TestPNG.chunk("eXIf", tiff(orientation: orientation))
                + bytes.suffix(12))
    }

    /// Wraps a plain WebP in a container that has room for EXIF.
    static func webP(_ bytes: Data, width: Int, height: Int, orientation: Int) -> Data {
        func size24(_ value: Int) -> [UInt8] {
            [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF), UInt8(value >> 16 & 0xFF)]
        }
        let header = riff("VP8X", [0x08, 0, 0, 0] + size24(width - 1) + size24(height - 1))
        let exif = riff("EXIF", tiff(orientation: orientation))
        let content = Array("WEBP".utf8) + header + bytes.dropFirst(12) + exif
        return Data(riff("RIFF", content))
    }

    private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = (0..<4).map { UInt8(content.count >> ($0 * 8) & 0xFF) }
        return Array(name.utf8) + size + content + (content.count % 2 == 1 ? [0] : [])
    }
}
