/// Blurs by three box filters in each direction, one after the other.
///
/// The sum of three boxes is so near a Gaussian curve that nobody sees the difference, and a
/// running sum makes the cost the same for every radius, one far past the edges included. A box
/// whose width is no whole number counts its outermost pixels in part, so small radii come out
/// right too (Gwosdek et al., "Theoretical Foundations of Gaussian Convolution by Extended Box
/// Filtering", 2011). Pixels past an edge count like the one at the edge. Colours are multiplied
/// by alpha, so what is transparent lends no colour to its neighbours.
extension Bitmap {
    func blurred(radius: Double) throws -> Bitmap {
        guard radius > 0 else { return self }
        let box = BoxFilter(deviation: radius, limit: 2 * max(width, height))
        return try redrawn { source, pixels in
            for y in 0..<height {
                source.copy(x: 0, y: y, count: width, to: pixels, at: y * width)
            }
            for y in 0..<height {
                box.blur(pixels, from: y * width, step: 1, count: width)
            }
            for x in 0..<width {
                box.blur(pixels, from: x, step: width, count: height)
            }
        }
    }
}

/// A box filter, run three times.
struct BoxFilter {
    /// Pixels on each side of the middle that count in full.
    let reach: Int
    /// How much the pixel beyond those counts.
    let edge: Float

    /// Makes a box which, run three times, spreads by a standard deviation of `deviation`.
    ///
    /// With `r` whole pixels on each side and `e` of the next, a box has the variance
    /// `(r(r + 1)(2r + 1) + 6e(r + 1)²) / (3(2r + 1 + 2e))`; a third of the wanted one is solved
    /// for `e`.
    init(deviation: Double, limit: Int) {
        let variance = min(deviation, Double(limit)) * min(deviation, Double(limit)) / 3
        let whole = (((12 * variance + 1).squareRoot() - 1) / 2).rounded(.down)
        let next = whole + 1
        let missing = 3 * (2 * whole + 1) * variance - whole * next * (2 * whole + 1)
        reach = Int(whole)
        edge = Float(missing / (6 * (next * next - variance)))
    }
}

extension BoxFilter {
    /// Bytes that blurring a picture takes besides its pixels: the longest line, twice.
    static func memory(for size: PixelSize) -> UInt64 {
        UInt64(max(size.width, size.height)) * 2 * UInt64(MemoryLayout<SIMD4<Float>>.stride)
    }

    /// Blurs the `count` pixels at `start`, `start + step` and so on, three times.
    func blur(_ pixels: Bitmap.Pixels, from start: Int, step: Int, count: Int) {
        withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: 2 * count) { lines in
            let first = UnsafeMutableBufferPointer(rebasing: lines[..<count])
            let second = UnsafeMutableBufferPointer(rebasing: lines[count...])
            for index in 0..<count {
                first[index] = SIMD4<Float>(pixels[start + index * step])
            }
            run(first, into: second)
            run(second, into: first)
            run(first, into: second)
            for index in 0..<count {
                pixels[start + index * step] = Self.rounded(second[index])
            }
        }
    }

    /// Rounds to bytes, no colour larger than its alpha.
    @inline(__always)
    private static func rounded(_ sum: SIMD4<Float>) -> SIMD4<UInt8> {
        let alpha = min(max(sum.w, 0), 255)
        let bounded = sum.clamped(
            lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: alpha))
        return SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(bounded + 0.5))
    }

    /// Runs the box once along a line.
    private func run(
        _ line: UnsafeMutableBufferPointer<SIMD4<Float>>,
        into result: UnsafeMutableBufferPointer<SIMD4<Float>>
    ) {
        let last = line.count - 1
        let share = 1 / (Float(2 * reach + 1) + 2 * edge)
        @inline(__always) func at(_ index: Int) -> SIMD4<Float> { line[min(max(index, 0), last)] }
        // Of those past an edge, each counts as the one there.
        var sum = line.prefix(reach + 1).dropFirst().reduce(.zero, +)
        sum += line[0] * Float(reach + 1) + line[last] * Float(max(0, reach - last))
        for index in 0...last {
            let before = at(index - reach - 1)
            let after = at(index + reach + 1)
            result[index] = (sum + (before + after) * edge) * share
            sum += after - at(index - reach)
        }
    }
}
