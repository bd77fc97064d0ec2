import LarderImage

/// Small pictures whose every pixel is known.
enum TestPictures {
    /// A picture of `width` by `height` pixels given row by row.
    static func bitmap(
        width: Int, height: Int, alpha: Bitmap.Alpha = .opaque, _ pixels: [Bitmap.Pixel]
    ) throws -> Bitmap {
        try Bitmap(
            pixels: pixels.flatMap { [$0.red, $0.green, $0.blue, $0.alpha] },
            size: PixelSize(width: width, height: height), alpha: alpha)
    }

    /// A picture whose pixels `color` computes, not multiplied by alpha.
    static func drawn(
        width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> (Int, Int, Int, Int)
    ) throws -> Bitmap {
        let pixels = (0..<height).flatMap { y in
            (0..<width).map { x in
                let (r, g, b, a) = color(x, y)
                func part(_ value: Int) -> UInt8 { UInt8((value * a + 127) / 255) }
                return Bitmap.Pixel(red: part(r), green: part(g), blue: part(b), alpha: UInt8(a))
            }
        }
        let isOpaque = pixels.allSatisfy { $0.alpha == 255 }
        return try bitmap(
            width: width, height: height, alpha: isOpaque ? .opaque : .premultiplied, pixels)
    }

    /// Every pixel differs: its column is its red, its row its green.
    static func numbered(width: Int, height: Int) throws -> Bitmap {
        try drawn(width: width, height: height) { x, y in (x, y, 7, 255) }
    }

    /// One colour all over.
    static func flat(
        width: Int, height: Int, _ color: (Int, Int, Int, Int) = (200, 100, 50, 255)
    ) throws -> Bitmap {
        try drawn(width: width, height: height) { _, _ in color }
    }
}

extension Bitmap {
    /// The pixels row by row.
    var pixels: [Pixel] { (0..<height).flatMap { y in (0..<width).map { x in self[x, y] } } }

    /// Column and row of each pixel of ``TestPictures/numbered(width:height:)``, row by row.
    var numbers: [[Int]] { pixels.map { [Int($0.red), Int($0.green)] } }

    /// Whether no colour is larger than its alpha, and opaque pictures are.
    var keepsItsPromise: Bool {
        pixels.allSatisfy { pixel in
            max(pixel.red, pixel.green, pixel.blue) <= pixel.alpha
                && (alpha == .premultiplied || pixel.alpha == 255)
        }
    }
}
