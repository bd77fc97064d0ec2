import Foundation
import LarderImage

/// A Lanczos filter of three lobes in floating point, which asks for no speed: the picture that
/// fast ones are held against.
enum ExactLanczos {
    /// Red, green and blue of `bitmap` made `width` × `height` large, row after row, 0 to 255.
    static func resized(_ bitmap: Bitmap, width: Int, height: Int) -> [Double] {
        let source = (0..<bitmap.height).flatMap { y in
            (0..<bitmap.width).flatMap { x in
                let pixel = bitmap[x, y]
                return [Double(pixel.red), Double(pixel.green), Double(pixel.blue)]
            }
        }
        let across = filtered(
            source, count: bitmap.width, to: width, lines: bitmap.height, step: 3,
            lineStep: bitmap.width * 3)
        return filtered(
            across, count: bitmap.height, to: height, lines: width, step: width * 3, lineStep: 3
        )
        .map { min(max($0, 0), 255) }
    }

    /// Decibels between a bitmap and the exact picture; what is equal after rounding counts.
    static func likeness(_ bitmap: Bitmap, to exact: [Double]) -> Double {
        var sum = 0.0
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let pixel = bitmap[x, y]
                for (channel, value) in [pixel.red, pixel.green, pixel.blue].enumerated() {
                    let difference = Double(value) - exact[(y * bitmap.width + x) * 3 + channel]
                    sum += difference * difference
                }
            }
        }
        return 10 * log10(255 * 255 * Double(exact.count) / max(sum, 1e-9))
    }

    /// Filters `lines` lines of `count` pixels, `step` apart, to `size` pixels each.
    private static func filtered(
        _ source: [Double], count: Int, to size: Int, lines: Int, step: Int, lineStep: Int
    ) -> [Double] {
        let targetStep = step == 3 ? 3 : lines * 3
        let targetLine = step == 3 ? size * 3 : 3
        var result = [Double](repeating: 0, count: lines * size * 3)
        for place in 0..<size {
            let (start, weights) = weights(for: place, of: size, from: count)
            for line in 0..<lines {
                for channel in 0..<3 {
                    var sum = 0.0
                    for (index, weight) in weights.enumerated() {
                        sum +=
                            weight
                            * source[line * lineStep + (start + index) * step + channel]
                    }
                    result[line * targetLine + place * targetStep + channel] = sum
                }
            }
        }
        return result
    }

    private static func weights(for place: Int, of size: Int, from count: Int) -> (Int, [Double]) {
        let scale = max(1, Double(count) / Double(size))
        let centre = (Double(place) + 0.5) * Double(count) / Double(size)
        let first = max(0, Int((centre - 3 * scale).rounded(.down)))
        let last = min(count - 1, Int((centre + 3 * scale).rounded(.up)))
        let raw = (first...last).map { lanczos((Double($0) + 0.5 - centre) / scale) }
        let sum = raw.reduce(0, +)
        return (first, raw.map { $0 / sum })
    }

    private static func lanczos(_ x: Double) -> Double {
        guard abs(x) < 3 else { return 0 }
        guard x != 0 else { return 1 }
        return 3 * sin(.pi * x) * sin(.pi * x / 3) / (.pi * .pi * x * x)
    }
}
