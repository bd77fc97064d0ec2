import LarderImage
import LarderTesting

/// Draws a landscape that compresses like a photograph: a sky with a sun, hills in the haze,
/// light and grain everywhere. The same seed gives the same picture.
struct Scene {
    private let seed: UInt64
    private let size: PixelSize
    private let skyTop: Color
    private let skyBottom: Color
    private let ground: Color
    private let sun: (x: Double, y: Double, radius: Double)
    private let ridges: [Ridge]

    init(seed: Int, size: PixelSize) {
        var random = SeededGenerator(seed: UInt64(seed) &* 0x9E37_79B9 &+ 17)
        self.seed = random.next()
        self.size = size
        let hue = random.unit()
        skyTop = Color(hue: hue, saturation: 0.55, value: 0.55 + 0.3 * random.unit())
        skyBottom = Color(hue: hue + 0.08 + 0.4 * random.unit(), saturation: 0.45, value: 0.95)
        ground = Color(hue: hue + 0.3 + 0.3 * random.unit(), saturation: 0.6, value: 0.3)
        sun = (random.unit(), 0.15 + 0.35 * random.unit(), 0.03 + 0.05 * random.unit())
        ridges = (0..<4).map { Ridge(index: $0, random: &random) }
    }
}

extension Scene {
    /// The picture's pixels; `isCutOut` leaves the sky transparent.
    func bitmap(isCutOut: Bool = false) throws -> Bitmap {
        let size = size
        let heights = ridges.map { ridge in (0..<size.width).map { ridge.top(at: unitX($0)) } }
        return try Bitmap(size: size, alpha: isCutOut ? .premultiplied : .opaque) { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let place = (y * size.width + x) * 4
                    let ridge = heights.lastIndex { $0[x] <= unitY(y) }
                    if ridge == nil, isCutOut { continue }
                    var color = ridge.map { hill($0, x, y, top: heights[$0][x]) } ?? sky(x, y)
                    color = color.scaled(by: 0.985 + 0.03 * grain(x, y))
                    color.store(in: bytes, at: place)
                }
            }
        }
    }

    private func unitX(_ x: Int) -> Double { Double(x) / Double(size.width) }
    private func unitY(_ y: Int) -> Double { Double(y) / Double(size.height) }

    private func sky(_ x: Int, _ y: Int) -> Color {
        let across = (unitX(x) - sun.x) * Double(size.width) / Double(size.height)
        let distance = (across * across + (unitY(y) - sun.y) * (unitY(y) - sun.y)).squareRoot()
        let base = skyTop.mixed(with: skyBottom, unitY(y) * 1.4)
        if distance < sun.radius { return .white }
        return base.mixed(with: .white, 0.06 / (0.06 + distance * distance * 6))
    }

    private func hill(_ index: Int, _ x: Int, _ y: Int, top: Double) -> Color {
        let depth = Double(index + 1) / Double(ridges.count)
        let texture = Noise.value(Double(x) / 9, Double(y) / 5, seed: seed &+ UInt64(index))
        let light = 0.75 + 0.4 * texture - 0.25 * (unitY(y) - top)
        return skyBottom.mixed(with: ground, 0.25 + 0.75 * depth).scaled(by: light)
    }

    private func grain(_ x: Int, _ y: Int) -> Double {
        Noise.lattice(x, y, seed: seed)
    }
}

/// The outline of one row of hills.
private struct Ridge {
    let base: Double
    let height: Double
    let scale: Double
    let seed: UInt64

    init(index: Int, random: inout SeededGenerator) {
        base = 0.4 + 0.15 * Double(index)
        height = 0.28 - 0.04 * Double(index)
        scale = 3 + 2 * Double(index) + 2 * random.unit()
        seed = random.next()
    }

    func top(at x: Double) -> Double {
        let coarse = Noise.value(x * scale, 0, seed: seed)
        let fine = Noise.value(x * scale * 7, 3, seed: seed)
        return base - height * (0.8 * coarse + 0.2 * fine)
    }
}
