import Foundation
import LarderImage
import Testing

struct RoundTripTests {
    let codecs = ImageCodecs.standard

    @Test(arguments: [ImageEncoding.png, .webPLossless])
    func `without losses every pixel comes back`(encoding: ImageEncoding) throws {
        let photo = try TestPicture.photo(width: 61, height: 47)
        #expect(try codecs.decode(codecs.encode(photo, as: encoding)) == photo)
    }

    @Test(arguments: [ImageEncoding.jpeg(quality: 95), .webP(quality: 95)])
    func `with losses almost every pixel comes back`(encoding: ImageEncoding) throws {
        let photo = try TestPicture.photo(width: 160, height: 120)
        let back = try codecs.decode(codecs.encode(photo, as: encoding))
        #expect(back.isOpaque && !back.isPartial)
        #expect(back.psnr(against: photo) > 42)
    }

    @Test(arguments: [ImageEncoding.png, .webPLossless])
    func `transparency comes back as it was`(encoding: ImageEncoding) throws {
        let disc = try TestPicture.disc(side: 40)
        let back = try codecs.decode(codecs.encode(disc, as: encoding))
        #expect(back.alpha == .premultiplied)
        for y in 0..<40 {
            for x in 0..<40 {
                let (a, b) = (disc[x, y], back[x, y])
                #expect(a.alpha == b.alpha)
                #expect(abs(Int(a.red) - Int(b.red)) <= 1 && abs(Int(a.green) - Int(b.green)) <= 1)
            }
        }
    }

    @Test func `a JPEG of a transparent picture lies on white`() throws {
        let disc = try TestPicture.disc(side: 64)
        let back = try codecs.decode(codecs.encode(disc, as: .jpeg(quality: 95)))
        #expect(back[0, 0].red > 250 && back[0, 0].blue > 250)
        #expect(back[32, 32].red > 245 && back[32, 32].blue < 10)
    }

    @Test(arguments: [ImageEncoding.jpeg(quality: 90), .png, .webP(quality: 90), .webPLossless])
    func `a thumbnail is as large as asked and looks like the picture`(
        encoding: ImageEncoding
    ) throws {
        let bytes = try codecs.encode(TestPicture.photo(width: 400, height: 300), as: encoding)
        for quality in [DecodeOptions.Quality.fast, .best] {
            let small = try codecs.decode(
                bytes, options: DecodeOptions(target: .fit(width: 100), quality: quality))
            #expect(small.size == PixelSize(width: 100, height: 75))
            let expected = try TestPicture.photo(width: 100, height: 75)
            #expect(small.psnr(against: expected) > 38)
        }
    }

    @Test func `a probe says what the picture is without decoding it`() throws {
        let photo = try TestPicture.photo(width: 61, height: 47)
        let info = try codecs.probe(codecs.encode(photo, as: .png))
        #expect(info == ImageInfo(format: .png, size: PixelSize(width: 61, height: 47)))
    }

    @Test func `the format is chosen by the picture`() throws {
        let drawing = try TestPicture.quarters(width: 64, height: 64)
        let photo = try TestPicture.photo(width: 64, height: 64)
        #expect(try codecs.format(of: codecs.encode(drawing, as: .automatic())) == .png)
        #expect(try codecs.format(of: codecs.encode(photo, as: .automatic())) == .jpeg)
    }
}
