#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ThumbHash {
    /// Draws the hash: a blurred likeness of the picture, 32 pixels on its longer side.
    ///
    /// Costs about 50 µs. Enlarge it to the size at which the picture will be shown.
    ///
    /// - Throws: ``ImageError`` if there is no memory for it.
    public func bitmap() throws -> Bitmap {
        let ratio = aspectRatio
        let size = PixelSize(
            width: ratio > 1 ? 32 : Int((32 * ratio).rounded()),
            height: ratio > 1 ? Int((32 / ratio).rounded()) : 32)
        let colors = colors(size)
        return try Bitmap(size: size, alpha: header.hasAlpha ? .premultiplied : .opaque) { pixels in
            for (index, color) in colors.enumerated() {
                let pixel = Self.pixel(color).premultiplied
                for part in 0..<4 { pixels[index * 4 + part] = pixel[part] }
            }
        }
    }

    /// The colours of every pixel, row by row, not multiplied by alpha and not clamped.
    func colors(_ size: PixelSize) -> [SIMD4<Double>] {
        let waves = readWaves()
        let across = Self.waveTable(size.width)
        let down = Self.waveTable(size.height)
        let header = header
        let mean = SIMD4(header.brightness, header.yellow, header.red, header.alpha)
        return (0..<size.height).flatMap { y in
            (0..<size.width).map { x in
                var sum = mean
                for wave in waves {
                    sum += wave.amplitude * (across[wave.x][x] * down[wave.y][y] * 2)
                }
                return Self.color(sum.x, sum.y, sum.z, sum.w)
            }
        }
    }

    /// The format truncates where it turns parts into bytes.
    static func pixel(_ color: SIMD4<Double>) -> ImageColor {
        func byte(_ part: Double) -> UInt8 { UInt8(min(max(part, 0), 1) * 255) }
        return ImageColor(
            red: byte(color.x), green: byte(color.y), blue: byte(color.z), alpha: byte(color.w))
    }
}

extension ThumbHash {
    /// One frequency of one channel: the amplitude is not zero in that channel only.
    private struct Wave {
        let x: Int
        let y: Int
        let amplitude: SIMD4<Double>
    }

    /// Reads the frequencies. Colours are widened by a quarter: rounding to four bits dulls them.
    private func readWaves() -> [Wave] {
        let header = header
        let ranges = [
            header.brightnessRange, header.yellowRange * 1.25, header.redRange * 1.25,
            header.alphaRange,
        ]
        var nibble = header.headerByteCount * 2
        return header.triangles.enumerated().flatMap { channel, triangle in
            triangle.frequencies.map { frequency in
                let bits = bytes[nibble / 2] >> (nibble % 2 == 0 ? 0 : 4) & 15
                nibble += 1
                var amplitude = SIMD4<Double>(repeating: 0)
                amplitude[channel] = (Double(bits) / 7.5 - 1) * ranges[channel]
                return Wave(x: frequency.x, y: frequency.y, amplitude: amplitude)
            }
        }
    }

    /// For each frequency up to the highest, the wave at each of `length` pixels.
    private static func waveTable(_ length: Int) -> [[Double]] {
        (0..<8).map { frequency in
            (0..<length).map {
                cos(Double.pi / Double(length) * (Double($0) + 0.5) * Double(frequency))
            }
        }
    }
}
