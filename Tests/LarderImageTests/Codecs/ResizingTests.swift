import LarderImage
import Testing

struct ResizingTests {
    let codecs = ImageCodecs.standard

    private func decode(
        _ picture: Bitmap, _ target: TargetSize, _ encoding: ImageEncoding = .png
    ) throws -> Bitmap {
        try codecs.decode(
            codecs.encode(picture, as: encoding), options: DecodeOptions(target: target))
    }

    @Test(arguments: [1, 2, 3, 7, 64, 250], [0, 1, 77, 128, 254, 255])
    func `a plain picture keeps its colour to the bit at every size`(side: Int, value: Int) throws {
        let color = Bitmap.Pixel(red: UInt8(value), green: UInt8(255 - value), blue: 99)
        let plain = try TestPicture.draw(width: 250, height: 90, alpha: .opaque) { _, _ in color }
        let small = try decode(plain, .exact(width: side, height: side))
        #expect(
            (0..<small.height).allSatisfy { y in
                (0..<small.width).allSatisfy { x in small[x, y] == color }
            })
    }

    @Test func `what is transparent lends its colour to nobody`() throws {
        // Green, but invisible, beside red.
        let picture = try TestPicture.draw(width: 64, height: 64, alpha: .premultiplied) { x, _ in
            x < 32
                ? Bitmap.Pixel(red: 255, green: 0, blue: 0)
                : Bitmap.Pixel(red: 0, green: 0, blue: 0, alpha: 0)
        }
        let small = try decode(picture, .fit(width: 15))
        for x in 0..<15 {
            let pixel = small[x, 7]
            #expect(pixel.green == 0 && pixel.blue == 0)
            #expect(pixel.red == pixel.alpha)
        }
    }

    @Test func `filling takes the middle`() throws {
        let picture = try TestPicture.draw(width: 90, height: 30, alpha: .opaque) { x, _ in
            (30..<60).contains(x)
                ? Bitmap.Pixel(red: 0, green: 200, blue: 0)
                : Bitmap.Pixel(red: 200, green: 0, blue: 0)
        }
        let square = try decode(picture, .fill(width: 30, height: 30))
        #expect(square.size == PixelSize(width: 30, height: 30))
        #expect((0..<30).allSatisfy { square[$0, 15].green == 200 && square[$0, 15].red == 0 })
    }

    @Test(arguments: [ImageEncoding.jpeg(quality: 95), .png])
    func `a strip of extreme proportions is made small`(encoding: ImageEncoding) throws {
        let strip = try TestPicture.photo(width: 20_000, height: 2)
        let small = try decode(strip, .fit(width: 10), encoding)
        #expect(small.size == PixelSize(width: 10, height: 1))
        #expect(small[9, 0].red > small[0, 0].red + 150)
    }

    @Test func `a picture made larger stays smooth and in its range`() throws {
        let picture = try TestPicture.quarters(width: 8, height: 8)
        let large = try decode(picture, .fit(width: 64, allowsUpscaling: true))
        #expect(large.size == PixelSize(width: 64, height: 64))
        #expect(large[4, 4] == Bitmap.Pixel(red: 255, green: 0, blue: 0))
        #expect(large[60, 60] == Bitmap.Pixel(red: 255, green: 255, blue: 255))
    }
}
