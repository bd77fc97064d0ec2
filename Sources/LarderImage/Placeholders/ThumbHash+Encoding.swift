#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

extension ThumbHash {
    /// Makes the hash of a picture.
    ///
    /// Large pictures are sampled, so the cost depends little on their size: well under a
    /// millisecond. Colours are taken to be sRGB.
    public init(_ bitmap: Bitmap) {
        self.init(SampleGrid(bitmap))
    }

    /// Makes the hash of a grid of samples.
    init(_ grid: SampleGrid) {
        let mean = grid.meanColor
        let hasAlpha = grid.samples.contains { $0.w < 1 }
        let channels = Channels(grid, on: mean)
        let long = Double(Self.longSide(hasAlpha))
        let longest = Double(max(grid.width, grid.height))
        let across = max(1, Int((long * Double(grid.width) / longest).rounded()))
        let down = max(1, Int((long * Double(grid.height) / longest).rounded()))
        let brightness = Spectrum(channels.brightness, grid, Triangle(max(3, across), max(3, down)))
        let yellow = Spectrum(channels.yellow, grid, Triangle(3, 3))
        let red = Spectrum(channels.red, grid, Triangle(3, 3))
        let alpha = hasAlpha ? Spectrum(channels.alpha, grid, Triangle(5, 5)) : nil

        let isLandscape = grid.width > grid.height
        var writer = Writer()
        writer.put(
            [
                (brightness.mean * 63, 6), (31.5 + 31.5 * yellow.mean, 6),
                (31.5 + 31.5 * red.mean, 6), (brightness.range * 31, 5), (hasAlpha ? 1 : 0, 1),
            ])
        writer.put(
            [
                (Double(isLandscape ? down : across), 3), (yellow.range * 63, 6),
                (red.range * 63, 6), (isLandscape ? 1 : 0, 1),
            ])
        if let alpha { writer.put([(alpha.mean * 15, 4), (alpha.range * 15, 4)]) }
        for spectrum in [brightness, yellow, red, alpha].compactMap({ $0 }) {
            writer.put(spectrum.factors.map { ($0 * 15, 4) })
        }
        self.init(unchecked: writer.bytes)
    }

    private static func longSide(_ hasAlpha: Bool) -> Int { Header.longSide(hasAlpha: hasAlpha) }
}

extension ThumbHash {
    /// The samples as brightness, yellow against blue, red against green, and alpha; what is
    /// transparent shows the picture's mean colour.
    private struct Channels {
        var brightness: [Double] = []
        var yellow: [Double] = []
        var red: [Double] = []
        var alpha: [Double] = []

        init(_ grid: SampleGrid, on mean: SIMD4<Double>) {
            for sample in grid.samples {
                let color = sample + mean * (1 - sample.w)
                brightness.append((color.x + color.y + color.z) / 3)
                yellow.append((color.x + color.y) / 2 - color.z)
                red.append(color.x - color.y)
                alpha.append(sample.w)
            }
        }
    }

    /// A channel's mean, its low frequencies, and the largest of these.
    private struct Spectrum {
        let mean: Double
        let range: Double
        /// The frequencies from 0 to 1, where 0.5 is none.
        let factors: [Double]

        /// Transforms rows, then columns: the sums are those of the two-dimensional transform
        /// in a different order, at a fraction of the work.
        init(_ channel: [Double], _ grid: SampleGrid, _ triangle: Triangle) {
            let rows = (0..<triangle.across).map { frequency in
                let wave = Self.wave(frequency, grid.width)
                return (0..<grid.height).map { y in
                    var sum = 0.0
                    for x in 0..<grid.width { sum += channel[y * grid.width + x] * wave[x] }
                    return sum
                }
            }
            let waves = (0..<triangle.down).map { Self.wave($0, grid.height) }
            func coefficient(_ x: Int, _ y: Int) -> Double {
                var sum = 0.0
                for row in 0..<grid.height { sum += rows[x][row] * waves[y][row] }
                return sum / Double(grid.width * grid.height)
            }
            let coefficients = triangle.frequencies.map { coefficient($0.x, $0.y) }
            let largest = coefficients.reduce(0) { max($0, abs($1)) }
            mean = coefficient(0, 0)
            range = largest
            factors = coefficients.map { largest > 0 ? 0.5 + 0.5 / largest * $0 : $0 }
        }

        private static func wave(_ frequency: Int, _ length: Int) -> [Double] {
            (0..<length).map {
                cos(Double.pi / Double(length) * Double(frequency) * (Double($0) + 0.5))
            }
        }
    }

    /// Writes numbers of a few bits, the lowest first.
    private struct Writer {
        private(set) var bytes: [UInt8] = []
        private var freeBits = 0

        mutating func put(_ numbers: [(value: Double, bits: Int)]) {
            for (value, bits) in numbers {
                let whole = Int(min(max(value.rounded(), 0), Double(1 << bits - 1)))
                for bit in 0..<bits { put(bit: UInt8(whole >> bit & 1)) }
            }
        }

        private mutating func put(bit: UInt8) {
            if freeBits == 0 {
                bytes.append(0)
                freeBits = 8
            }
            bytes[bytes.count - 1] |= bit << UInt8(8 - freeBits)
            freeBits -= 1
        }
    }
}
