import Foundation
import LarderImage

/// Pictures that tests draw, so what must come out is known.
enum TestPicture {
    /// A smooth, coloured picture, like a photo to a codec.
    static func photo(width: Int, height: Int) throws -> Bitmap {
        try draw(width: width, height: height, alpha: .opaque) { x, y in
            let u = Double(x) / Double(width)
            let v = Double(y) / Double(height)
            return Bitmap.Pixel(
                red: UInt8(40 + 200 * u), green: UInt8(30 + 180 * v),
                blue: UInt8(60 + 60 * (1 - u) + 60 * v))
        }
    }

    /// Four quarters of plain colours: red, green, blue, white.
    static func quarters(width: Int, height: Int) throws -> Bitmap {
        try draw(width: width, height: height, alpha: .opaque) { x, y in
            switch (x * 2 < width, y * 2 < height) {
            case (true, true): Bitmap.Pixel(red: 255, green: 0, blue: 0)
            case (false, true): Bitmap.Pixel(red: 0, green: 255, blue: 0)
            case (true, false): Bitmap.Pixel(red: 0, green: 0, blue: 255)
            case (false, false): Bitmap.Pixel(red: 255, green: 255, blue: 255)
            }
        }
    }

    /// A disc of one colour with a soft edge, transparent around it.
    static func disc(side: Int) throws -> Bitmap {
        try draw(width: side, height: side, alpha: .premultiplied) { x, y in
            let middle = Double(side) / 2
            let dx = Double(x) + 0.5 - middle
            let dy = Double(y) + 0.5 - middle
            let distance = (dx * dx + dy * dy).squareRoot()
            let cover = min(max((middle * 0.8 - distance) / 4, 0), 1)
            let alpha = UInt8((cover * 255).rounded())
            return Bitmap.Pixel(
                red: alpha, green: UInt8((cover * 128).rounded()), blue: 0, alpha: alpha)
        }
    }

    /// A picture of pixels that `pixel` gives.
    static func draw(
        width: Int, height: Int, alpha: Bitmap.Alpha,
        _ pixel: (Int, Int) -> Bitmap.Pixel
    ) throws -> Bitmap {
        try Bitmap(size: PixelSize(width: width, height: height), alpha: alpha) { bytes in
            var place = 0
            for y in 0..<height {
                for x in 0..<width {
                    let color = pixel(x, y)
                    bytes[place] = color.red
                    bytes[place + 1] = color.green
                    bytes[place + 2] = color.blue
                    bytes[place + 3] = color.alpha
                    place += 4
                }
            }
        }
    }
}

extension Bitmap {
    /// How alike two pictures of one size are, in decibels; infinite if they are equal.
    func psnr(against other: Bitmap) -> Double {
        guard size == other.size else { return 0 }
        var sum = 0.0
        for y in 0..<height {
            for x in 0..<width {
                let (a, b) = (self[x, y], other[x, y])
                for (p, q) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)] {
                    let difference = Double(p) - Double(q)
                    sum += difference * difference
                }
            }
        }
        guard sum > 0 else { return .infinity }
        return 10 * log10(255 * 255 * Double(size.pixelCount * 3) / sum)
    }
}
