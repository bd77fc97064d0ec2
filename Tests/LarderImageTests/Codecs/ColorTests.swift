import Foundation
import LarderImage
import Testing

struct ColorTests {
    let codecs = ImageCodecs.standard

    private func plain(_ color: [Double], _ space: ImageColorSpace) throws -> Bitmap {
        let bytes = color.map { UInt8(($0 * 255).rounded()) }
        return try TestPicture.draw(width: 16, height: 16, alpha: .opaque) { _, _ in
            Bitmap.Pixel(red: bytes[0], green: bytes[1], blue: bytes[2])
        }.assigned(space)
    }

    private func linear(_ value: Double) -> Double {
        value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }

    private func encoded(_ light: Double) -> Double {
        let clipped = min(max(light, 0), 1)
        return clipped <= 0.0031308 ? clipped * 12.92 : 1.055 * pow(clipped, 1 / 2.4) - 0.055
    }

    /// Display P3 to sRGB in linear light: the two differ in their primaries only.
    private let matrix = [
        [1.22494, -0.22494, 0], [-0.04206, 1.04206, 0], [-0.01964, -0.07864, 1.09828],
    ]

    static let colors: [[Double]] = [
        [0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5], [0.8, 0.4, 0.2], [0.2, 0.6, 0.7], [0.3, 0.9, 0.3],
        [1, 0, 0],
    ]

    @Test(arguments: colors, [ImageEncoding.png, .jpeg(quality: 98), .webPLossless])
    func `a wide picture is brought into sRGB`(
        color: [Double], encoding: ImageEncoding
    ) throws {
        let bytes = try codecs.encode(plain(color, .displayP3), as: encoding)
        #expect(try codecs.probe(bytes).hasColorProfile)
        let pixel = try codecs.decode(bytes)[8, 8]
        let light = color.map(linear)
        let expected = matrix.map { row in
            encoded(zip(row, light).reduce(0) { $0 + $1.0 * $1.1 }) * 255
        }
        for (seen, wanted) in zip([pixel.red, pixel.green, pixel.blue], expected) {
            #expect(abs(Double(seen) - wanted) <= 3)
        }
    }

    @Test(arguments: colors)
    func `a wide picture asked for in its own colours stays as it is`(color: [Double]) throws {
        let picture = try plain(color, .displayP3)
        let bytes = try codecs.encode(picture, as: .png)
        let options = DecodeOptions(colorSpace: .displayP3)
        #expect(try codecs.decode(bytes, options: options) == picture)
    }

    @Test func `an untagged picture keeps its numbers in sRGB and not in Display P3`() throws {
        let picture = try plain([1, 0, 0], .sRGB)
        let bytes = try codecs.encode(picture, as: .png)
        #expect(try codecs.decode(bytes) == picture)
        let wide = try codecs.decode(bytes, options: DecodeOptions(colorSpace: .displayP3))[8, 8]
        // sRGB's red lies inside Display P3: published as (0.9175, 0.2003, 0.1386).
        #expect(abs(Int(wide.red) - 234) <= 1 && abs(Int(wide.green) - 51) <= 1)
        #expect(abs(Int(wide.blue) - 35) <= 1)
    }

    @Test func `transparent colours are converted without their alpha`() throws {
        let half = try TestPicture.draw(width: 4, height: 4, alpha: .premultiplied) { _, _ in
            Bitmap.Pixel(red: 100, green: 50, blue: 25, alpha: 128)
        }.assigned(.displayP3)
        let opaque = try TestPicture.draw(width: 4, height: 4, alpha: .opaque) { _, _ in
            Bitmap.Pixel(red: 199, green: 100, blue: 50)
        }.assigned(.displayP3)
        let thin = try codecs.decode(codecs.encode(half, as: .png))[1, 1]
        let full = try codecs.decode(codecs.encode(opaque, as: .png))[1, 1]
        #expect(thin.alpha == 128)
        #expect(abs(Int(thin.red) - Int(full.red) * 128 / 255) <= 1)
        #expect(abs(Int(thin.green) - Int(full.green) * 128 / 255) <= 1)
    }
}
