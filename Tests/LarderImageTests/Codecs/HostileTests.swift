import Foundation
import Larder
import LarderImage
import Synchronization
import Testing

/// Files made to harm: each has to end in a typed error or a partial picture, soon.
struct HostileTests {
    static let codecs = ImageCodecs.standard

    /// A PNG whose header claims a size, with what else a file needs.
    private static func png(width: Int, height: Int, data: [UInt8] = [0x78, 0x9C]) -> Data {
        let header = TestPNG.big32(width) + TestPNG.big32(height) + [8, 6, 0, 0, 0]
        return Data(
            TestPNG.signature + TestPNG.chunk("IHDR", header)
                + TestPNG.chunk("IDAT", data) + TestPNG.chunk("IEND", []))
    }

    /// A JPEG whose header claims another size than its data has.
    private static func jpeg(width: Int, height: Int) throws -> Data {
        var bytes = try codecs.encode(TestPicture.photo(width: 32, height: 32), as: .jpeg())
        let frame = try #require(bytes.firstRange(of: Data([0xFF, 0xC0])))
        let place = frame.lowerBound + 5
        bytes.replaceSubrange(
            place..<place + 4,
            with: [
                UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF),
            ])
        return bytes
    }

    /// A lossless WebP of `side`² pixels in a few bytes.
    private static func webP(side: Int) -> Data {
        let bits = UInt32(side - 1) | UInt32(side - 1) << 14
        let content = [0x2F] + (0..<4).map { UInt8(bits >> (8 * $0) & 0xFF) } + [0x07, 0x10, 0x11]
        let chunk = Array("WEBPVP8L".utf8) + [UInt8(content.count), 0, 0, 0] + content
        return Data(Array("RIFF".utf8) + [UInt8(chunk.count), 0, 0, 0] + chunk)
    }

    private static func gif(width: Int, height: Int) -> Data {
        TestGIF(
            width: width, height: height,
            frames: [TestGIF.Frame(width: 1, height: 1, pixels: [1])]
        ).data
    }

    @Test func `a picture beyond the pixel limit is refused before memory is taken`() throws {
        let bombs = [
            Self.png(width: 2_000_000_000, height: 2_000_000_000),
            Self.png(width: 100_000, height: 100_000), try Self.jpeg(width: 65_500, height: 65_500),
            Self.webP(side: 16_384), Self.gif(width: 65_535, height: 65_535),
        ]
        for bomb in bombs {
            #expect {
                _ = try Self.codecs.decode(
                    bomb, options: DecodeOptions(target: .fit(width: 10)))
            } throws: {
                ($0 as? ImageError)?.code == .tooLarge
            }
        }
    }

    @Test func `sizes of zero are refused`() throws {
        let bombs = [
            Self.png(width: 0, height: 5), Self.png(width: 5, height: 0),
            try Self.jpeg(width: 0, height: 9),
        ]
        for bomb in bombs {
            #expect(throws: ImageError.self) { try Self.codecs.decode(bomb) }
        }
    }

    @Test func `a picture that claims more rows than it has is partial`() throws {
        let bitmap = try Self.codecs.decode(
            try Self.jpeg(width: 32, height: 3000), options: DecodeOptions(target: .fit(height: 60))
        )
        #expect(bitmap.isPartial)
    }

    @Test func `a bomb of scans is stopped by their number`() throws {
        let whole = try Self.codecs.encode(
            TestPicture.photo(width: 64, height: 64), as: .jpeg(isProgressive: true))
        let scan = try #require(whole.lastRange(of: [0xFF, 0xDA]))
        var bomb = whole.dropLast(2)
        for _ in 0..<300 { bomb += whole[scan.lowerBound...].dropLast(2) }
        #expect(throws: ImageError.self) { try Self.codecs.decode(bomb + [0xFF, 0xD9]) }
        let limits = ImageLimits(scans: 3)
        #expect {
            _ = try Self.codecs.decode(whole, options: DecodeOptions(limits: limits))
        } throws: {
            ($0 as? ImageError)?.code == .tooLarge
        }
    }

    @Test func `a profile that unpacks to fifty megabytes is passed over`() throws {
        let blank = try Self.codecs.encode(
            Bitmap(size: PixelSize(width: 4000, height: 4000), alpha: .premultiplied) { _ in },
            as: .png)
        let chunks = Self.chunks(of: blank)
        let packed = chunks.filter { $0.name == "IDAT" }.flatMap(\.content)
        let picture = try Self.codecs.encode(TestPicture.photo(width: 8, height: 8), as: .png)
        let bomb = TestPNG.chunk("iCCP", Array("x".utf8) + [0, 0] + packed)
        let texts = TestPNG.chunk("zTXt", Array("x".utf8) + [0, 0] + packed)
        var bytes = picture
        bytes.insert(contentsOf: bomb + texts + texts, at: 33)
        #expect(try Self.codecs.decode(bytes).size == PixelSize(width: 8, height: 8))
    }

    private static func chunks(of png: Data) -> [(name: String, content: [UInt8])] {
        var chunks: [(String, [UInt8])] = []
        var place = png.startIndex + 8
        while place + 12 <= png.endIndex {
            let length = png[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let name = String(decoding: png[place + 4..<place + 8], as: UTF8.self)
            chunks.append((name, [UInt8](png[place + 8..<place + 8 + length])))
            place += 12 + length
        }
        return chunks
    }

    @Test func `a frame far larger than its screen is not unpacked`() throws {
        var gif = TestGIF(width: 2, height: 2, frames: [])
        gif.frames = [TestGIF.Frame(width: 60_000, height: 60_000, pixels: [1, 1, 1, 1])]
        #expect(throws: ImageError.self) { try Self.codecs.decode(gif.data) }
    }

    @Test func `a profile of nonsense is passed over`() throws {
        let picture = try Self.codecs.encode(TestPicture.photo(width: 8, height: 8), as: .jpeg())
        let plain = try Self.codecs.decode(picture)
        for size in [1, 128, 3000] {
            let nonsense =
                Array("ICC_PROFILE\0".utf8) + [1, 1] + (0..<size).map { UInt8($0 & 0xFF) }
            let length = nonsense.count + 2
            let marker = [0xFF, 0xE2, UInt8(length >> 8), UInt8(length & 0xFF)] + nonsense
            var bytes = picture
            bytes.insert(contentsOf: marker, at: 2)
            #expect(try Self.codecs.decode(bytes) == plain)
        }
    }

    @Test(arguments: [
        ImageEncoding.jpeg(), .jpeg(isProgressive: true), .png, .webP(), .webPLossless,
        ImageEncoding(format: .png, isLossless: true, isProgressive: true),
    ])
    func `a decode asks again and again whether to stop`(encoding: ImageEncoding) throws {
        let picture = try TestPicture.photo(width: 900, height: 900)
        let bytes = try Self.codecs.encode(picture, as: encoding)
        // Stopped at the n-th question, whatever n is, it ends in cancellation.
        let asked = Mutex(0)
        _ = try Self.codecs.decode(
            bytes,
            options: DecodeOptions(
                target: .fit(width: 100),
                isCancelled: {
                    asked.withLock { $0 += 1 }
                    return false
                }))
        let total = asked.withLock { $0 }
        #expect(total > (encoding.format == .webP ? 4 : 16))
        for last in [1, total / 2, total - 1] {
            let count = Mutex(0)
            #expect(throws: CancellationError.self) {
                try Self.codecs.decode(
                    bytes,
                    options: DecodeOptions(
                        target: .fit(width: 100),
                        isCancelled: {
                            count.withLock { count in
                                count += 1
                                return count >= last
                            }
                        }))
            }
        }
    }
}
