import Foundation

/// Writes GIF files byte by byte, right or wrong.
struct TestGIF {
    struct Frame {
        var left = 0
        var top = 0
        var width: Int
        var height: Int
        /// Colour indices, row after row.
        var pixels: [UInt8]
        /// In hundredths of a second.
        var delay = 10
        var disposal = 1
        var transparent: UInt8?
        var isInterlaced = false
    }

    var width: Int
    var height: Int
    var frames: [Frame]
    /// Repeats after the first run; `nil` writes no loop extension.
    var repeats: Int?

    /// Four colours: black, red, green, blue.
    static let table: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]

    var data: Data {
        var bytes = Array("GIF89a".utf8) + word(width) + word(height) + [0x81, 0, 0] + Self.table
        if let repeats {
            bytes += [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1] + word(repeats) + [0]
        }
        for frame in frames { bytes += block(frame) }
        return Data(bytes + [0x3B])
    }

    private func block(_ frame: Frame) -> [UInt8] {
        let flags = UInt8(frame.disposal << 2) | (frame.transparent == nil ? 0 : 1)
        let control = [0x21, 0xF9, 4, flags] + word(frame.delay) + [frame.transparent ?? 0, 0]
        let image =
            [0x2C] + word(frame.left) + word(frame.top) + word(frame.width)
            + word(frame.height) + [frame.isInterlaced ? 0x40 : 0]
        return control + image + packed(frame.isInterlaced ? interlaced(frame) : frame.pixels)
    }

    private func interlaced(_ frame: Frame) -> [UInt8] {
        let rows = [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { start, step in
            Array(stride(from: start, to: frame.height, by: step))
        }
        return rows.flatMap { row in
            frame.pixels[row * frame.width..<(row + 1) * frame.width]
        }
    }

    /// Codes of eight bits each; a clear code before the table would grow to nine.
    private func packed(_ pixels: [UInt8]) -> [UInt8] {
        let clear: UInt8 = 0x80
        let end: UInt8 = 0x81
        var codes: [UInt8] = []
        for (place, pixel) in pixels.enumerated() {
            if place % 100 == 0 { codes.append(clear) }
            codes.append(pixel)
        }
        codes.append(end)
        var bytes: [UInt8] = [7]
        for start in stride(from: 0, to: codes.count, by: 255) {
            let part = codes[start..<min(start + 255, codes.count)]
            bytes.append(UInt8(part.count))
            bytes += part
        }
        return bytes + [0]
    }

    private func word(_ value: Int) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8 & 0xFF)] }
}
