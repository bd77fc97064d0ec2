import Foundation
import Larder
import LarderImage
import Testing

/// All that decoding holds at once counts against the limit on memory, and is refused before it is
/// taken.
struct MemoryLimitTests {
    static let codecs = ImageCodecs.standard

    /// A picture, and how many bytes a pixel of it needs at least while it is decoded at full size.
    struct Need: CustomTestStringConvertible {
        var name: String
        var encoding: ImageEncoding
        var isOpaque = true
        var least: Double

        var testDescription: String { name }
    }

    static let needs = [
        Need(name: "JPEG: the result", encoding: .jpeg(), least: 4),
        Need(
            name: "progressive JPEG: coefficients and the result",
            encoding: .jpeg(isProgressive: true), least: 7),
        Need(name: "PNG: the result", encoding: .png, least: 4),
        Need(
            name: "interlaced PNG: all rows and the result",
            encoding: ImageEncoding(format: .png, isLossless: true, isProgressive: true), least: 8),
        Need(name: "WebP: pixels and the result", encoding: .webP(), least: 8),
        Need(
            name: "WebP with alpha: pixels, alpha and the result", encoding: .webP(),
            isOpaque: false, least: 9),
        Need(
            name: "lossless WebP: libwebp's pixels, ours and the result", encoding: .webPLossless,
            least: 12),
        Need(name: "AVIF: planes, pixels and the result", encoding: .avif(), least: 9.5),
    ]

    @Test(arguments: needs)
    func `what a decode needs is what it is allowed`(need: Need) throws {
        let size = PixelSize(width: 900, height: 600)
        let bytes = try Self.bytes(of: size, as: need)
        let least = Int(need.least * Double(size.pixelCount))
        let error = #expect(throws: ImageError.self) {
            try Self.decode(bytes, within: .bytes(least - 1))
        }
        #expect(error?.code == .tooLarge)
        #expect(error?.message.contains("\(ByteCount.bytes(least - 1))") == true)
        let enough = ByteCount.bytes(least * 3 / 2 + 1_000_000)
        #expect(try Self.decode(bytes, within: enough).size == size)
    }

    @Test func `a turned picture needs its result twice`() throws {
        let size = PixelSize(width: 900, height: 600)
        let plain = try Self.bytes(of: size, as: Self.needs[0])
        let turned = TestEXIF.jpeg(plain, orientation: 6)
        let least = 8 * size.pixelCount
        #expect {
            try Self.decode(turned, within: .bytes(least - 1))
        } throws: {
            ($0 as? ImageError)?.code == .tooLarge
        }
        #expect(try Self.decode(plain, within: .bytes(least - 1)).size == size)
    }

    @Test(arguments: needs)
    func `a small limit is enough for a thumbnail`(need: Need) throws {
        let bytes = try Self.bytes(of: PixelSize(width: 1200, height: 800), as: need)
        let needed = need.least > 8 ? 14 : 8
        let thumbnail = try Self.decode(
            bytes, within: .mebibytes(needed), to: .fit(width: 320))
        #expect(thumbnail.width == 320)
    }

    @Test(arguments: [
        (bits: 8, type: 2, isInterlaced: false), (8, 2, true), (8, 3, false), (16, 6, false),
        (16, 6, true), (1, 0, false), (1, 0, true),
    ])
    func `one long row is a row too many`(bits: Int, type: Int, isInterlaced: Bool) throws {
        let bomb = Self.png(
            width: 2_000_000, height: 1, bits: bits, type: type, isInterlaced: isInterlaced)
        func code(within memory: ByteCount) -> ImageError.Code? {
            do {
                try Self.decode(bomb, within: memory, to: .fit(width: 20))
                return nil
            } catch { return (error as? ImageError)?.code }
        }
        #expect(code(within: .mebibytes(8)) == .tooLarge)
        // Nothing follows the header: with enough memory it comes to that.
        #expect(code(within: .mebibytes(256)) == (isInterlaced ? nil : .damaged))
    }

    @Test(arguments: needs.filter { $0.encoding.format != .avif })
    func `previews are within the limit too`(need: Need) throws {
        let size = PixelSize(width: 900, height: 600)
        let bytes = try Self.bytes(of: size, as: need)
        // Previews need all pixels and the result; a progressive JPEG's are in its coefficients.
        let pixels = need.encoding.isProgressive ? 0.0 : 8
        let least = Int(max(need.least, pixels) * Double(size.pixelCount))
        #expect(try Self.previewCount(bytes, within: .bytes(least - 1)) == 0)
        #expect(try Self.previewCount(bytes, within: .bytes(least * 3 / 2 + 1_000_000)) > 0)
    }

    @Test func `previews of one long row are within the limit`() throws {
        let bomb = Self.png(width: 2_000_000, height: 1, bits: 16, type: 6, isInterlaced: true)
        let previews = ImagePreviews(
            options: DecodeOptions(
                target: .fit(width: 20), limits: ImageLimits(memory: .mebibytes(24))))
        #expect(try previews.append(bomb) == nil)
    }

    /// Bytes a pixel: GIF has its canvas, what a frame covers, and the result; PNG the frame too.
    /// WebP has three canvases and the frame's own pixels.
    @Test(arguments: [(ImageFormat.gif, 12), (.png, 16), (.webP, 20)])
    func `what moves has more canvases than one`(format: ImageFormat, least: Int) throws {
        let side = 600
        let bytes =
            switch format {
            case .gif: Self.movingGIF(side: side)
            case .png: Self.movingPNG(side: side)
            default: try Self.movingWebP(side: side)
            }
        let need = least * side * side
        let error = #expect(throws: ImageError.self) {
            try Self.firstFrame(bytes, within: .bytes(need - 1))
        }
        #expect(error?.code == .tooLarge)
        let bitmap = try Self.firstFrame(bytes, within: .bytes(need * 3 / 2))
        #expect(bitmap?.size == PixelSize(width: side, height: side))
        // All but the result is kept from frame to frame.
        let cost = try #require(try Self.codecs.animation(bytes)).cost
        #expect(cost >= .bytes(need - 4 * side * side + bytes.count))
    }

    @Test func `a filter's weights count`() throws {
        let dot = try TestPicture.photo(width: 4, height: 1)
        // Four bytes a pixel are just within the limit.
        let target = TargetSize.exact(width: 1_000_000, height: 134, allowsUpscaling: true)
        #expect {
            try dot.resized(to: target)
        } throws: {
            ($0 as? ImageError)?.code == .tooLarge
        }
        let bytes = try Self.codecs.encode(dot, as: .png)
        #expect {
            try Self.decode(bytes, within: .mebibytes(512), to: target)
        } throws: {
            ($0 as? ImageError)?.code == .tooLarge
        }
    }
}

extension MemoryLimitTests {
    private static func bytes(of size: PixelSize, as need: Need) throws -> Data {
        let picture = try TestPicture.draw(
            width: size.width, height: size.height,
            alpha: need.isOpaque ? .opaque : .premultiplied
        ) { x, y in
            let alpha: UInt8 = need.isOpaque ? 255 : 128 + UInt8((x ^ y) & 0x3F)
            let noise = UInt8((x &* 73_856_093 ^ y &* 19_349_663) >> 7 & 0x3F)
            return Bitmap.Pixel(
                red: UInt8(x & 0x3F) + noise, green: UInt8(y & 0x3F) + noise, blue: noise,
                alpha: alpha)
        }
        return try codecs.encode(picture, as: need.encoding)
    }

    @discardableResult
    private static func decode(
        _ bytes: Data, within memory: ByteCount, to target: TargetSize = .full
    ) throws -> Bitmap {
        try codecs.decode(
            bytes, options: DecodeOptions(target: target, limits: ImageLimits(memory: memory)))
    }

    @discardableResult
    private static func firstFrame(_ bytes: Data, within memory: ByteCount) throws -> Bitmap? {
        let options = DecodeOptions(limits: ImageLimits(memory: memory))
        return try codecs.animation(bytes, options: options)?.frame(at: 0)
    }

    private static func previewCount(_ bytes: Data, within memory: ByteCount) throws -> Int {
        let previews = ImagePreviews(
            options: DecodeOptions(limits: ImageLimits(memory: memory)))
        return try stride(from: 0, to: bytes.count, by: 4096).count { start in
            try previews.append(bytes[start..<min(start + 4096, bytes.count)]) != nil
        }
    }

    /// A PNG that ends with its header.
    private static func png(
        width: Int, height: Int, bits: Int, type: Int, isInterlaced: Bool
    ) -> Data {
        let header =
            TestPNG.big32(width) + TestPNG.big32(height)
            + [UInt8(bits), UInt8(type), 0, 0, isInterlaced ? 1 : 0]
        let palette = type == 3 ? TestPNG.chunk("PLTE", [0, 0, 0, 255, 255, 255]) : []
        return Data(
            TestPNG.signature + TestPNG.chunk("IHDR", header) + palette
                + TestPNG.chunk("IDAT", [0x78, 0x9C]) + TestPNG.chunk("IEND", []))
    }

    private static func movingGIF(side: Int) -> Data {
        let frame = TestGIF.Frame(width: 1, height: 1, pixels: [1])
        return TestGIF(width: side, height: side, frames: [frame, frame]).data
    }

    private static func movingPNG(side: Int) -> Data {
        let whole = TestAPNG.Frame(
            width: side, height: side, pixels: [UInt8](repeating: 0, count: side * side * 4))
        let dot = TestAPNG.Frame(width: 1, height: 1, pixels: [0, 0, 0, 255])
        return TestAPNG(width: side, height: side, frames: [whole, dot]).data
    }

    /// Two lossless frames as large as the canvas.
    private static func movingWebP(side: Int) throws -> Data {
        let plain = try codecs.encode(
            TestPicture.quarters(width: side, height: side), as: .webPLossless)
        let start = try #require(plain.firstRange(of: Data("VP8L".utf8))).lowerBound
        let last = little24(side - 1)
        let place = little24(0) + little24(0) + last + last + little24(100) + [2]
        let frame = chunk("ANMF", place + [UInt8](plain[start...]))
        let header = chunk("VP8X", [2, 0, 0, 0] + last + last)
        let body =
            Array("WEBP".utf8) + header + chunk("ANIM", [0, 0, 0, 0, 0, 0]) + frame + frame
        return Data(chunk("RIFF", body))
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let size = (0..<4).map { UInt8(content.count >> (8 * $0) & 0xFF) }
        return Array(name.utf8) + size + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func little24(_ value: Int) -> [UInt8] {
        (0..<3).map { UInt8(value >> (8 * $0) & 0xFF) }
    }
}
