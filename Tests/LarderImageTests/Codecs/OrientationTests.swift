import Foundation
import LarderImage
import Testing

struct OrientationTests {
    let codecs = ImageCodecs.standard

    /// Where the stored corners come to lie: upper left, upper right, lower left, lower right of
    /// what is shown. Stored they are red, green, blue and white.
    static let shown: [(orientation: Int, corners: String)] = [
        (1, "rgbw"), (2, "grwb"), (3, "wbgr"), (4, "bwrg"), (5, "rbgw"), (6, "brwg"), (7, "wgbr"),
        (8, "gwrb"),
    ]

    static let files = ["jpeg", "png", "webp"]

    private func file(_ name: String, orientation: Int) throws -> Data {
        let quarters = try TestPicture.quarters(width: 96, height: 64)
        switch name {
        case "jpeg":
            let bytes = try codecs.encode(quarters, as: .jpeg(quality: 95))
            return TestEXIF.jpeg(bytes, orientation: orientation)
        case "png":
            return TestEXIF.png(try codecs.encode(quarters, as: .png), orientation: orientation)
        default:
            let bytes = try codecs.encode(quarters, as: .webP(quality: 95))
            return TestEXIF.webP(bytes, width: 96, height: 64, orientation: orientation)
        }
    }

    private func corners(_ bitmap: Bitmap) -> String {
        let (left, right) = (bitmap.width / 4, bitmap.width * 3 / 4)
        let (top, bottom) = (bitmap.height / 4, bitmap.height * 3 / 4)
        return [(left, top), (right, top), (left, bottom), (right, bottom)].map { x, y in
            let pixel = bitmap[x, y]
            return switch (pixel.red > 128, pixel.green > 128, pixel.blue > 128) {
            case (true, true, true): "w"
            case (true, false, false): "r"
            case (false, true, false): "g"
            case (false, false, true): "b"
            default: "?"
            }
        }.joined()
    }

    @Test(arguments: files, shown)
    func `each orientation is applied, at every size`(
        name: String, shown: (orientation: Int, corners: String)
    ) throws {
        let bytes = try file(name, orientation: shown.orientation)
        let swaps = shown.orientation >= 5
        let size = PixelSize(width: swaps ? 64 : 96, height: swaps ? 96 : 64)
        let info = try codecs.probe(bytes)
        #expect(info.size == size && info.orientation.rawValue == shown.orientation)
        for target in [TargetSize.full, .fit(width: 32), .fit(height: 10)] {
            let bitmap = try codecs.decode(bytes, options: DecodeOptions(target: target))
            #expect(bitmap.size == (try target.placement(of: size).size))
            #expect(corners(bitmap) == shown.corners)
        }
    }

    @Test(arguments: shown)
    func `filling cuts in the direction that is shown`(
        orientation: Int, corners expected: String
    ) throws {
        let bytes = try file("png", orientation: orientation)
        let options = DecodeOptions(target: .fill(width: 24, height: 12))
        let bitmap = try codecs.decode(bytes, options: options)
        #expect(bitmap.size == PixelSize(width: 24, height: 12))
        #expect(corners(bitmap) == expected)
    }

    @Test(arguments: [false, true])
    func `both byte orders are read`(isBigEndian: Bool) throws {
        let bytes = try codecs.encode(TestPicture.quarters(width: 16, height: 8), as: .jpeg())
        let turned = TestEXIF.jpeg(bytes, orientation: 6, isBigEndian: isBigEndian)
        #expect(try codecs.probe(turned).orientation == .right)
    }

    @Test func `EXIF data that makes no sense means upright`() throws {
        let bytes = try codecs.encode(TestPicture.quarters(width: 16, height: 8), as: .jpeg())
        let good = TestEXIF.tiff(orientation: 6)
        var broken = (0..<good.count).map { Array(good.prefix($0)) }
        broken += (0..<14).map { place in
            var bad = good
            bad[place] ^= 0xFF
            return bad
        }
        broken += [0, 9, 255].map { TestEXIF.tiff(orientation: $0) }
        for exif in broken {
            #expect(throws: Never.self) {
                _ = try codecs.decode(TestEXIF.jpeg(bytes, exif: exif))
            }
        }
        #expect(
            try codecs.probe(TestEXIF.jpeg(bytes, exif: TestEXIF.tiff(orientation: 9)))
                .orientation == .up)
    }
}
