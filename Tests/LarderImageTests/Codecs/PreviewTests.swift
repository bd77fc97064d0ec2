import Foundation
import LarderImage
import Synchronization
import Testing

struct PreviewTests {
    let codecs = ImageCodecs.standard

    private func picture() throws -> Bitmap {
        try TestPicture.draw(width: 320, height: 240, alpha: .opaque) { x, y in
            let wave = UInt8(truncatingIfNeeded: (x * y) >> 3 & 0x3F)
            return Bitmap.Pixel(
                red: UInt8(x * 180 / 320) + wave, green: UInt8(y * 180 / 240) + wave, blue: 120)
        }
    }

    private func previews(
        of bytes: Data, chunk: Int, options: DecodeOptions = DecodeOptions()
    ) throws -> [Bitmap] {
        let previews = ImagePreviews(options: options)
        return try stride(from: 0, to: bytes.count, by: chunk).compactMap { start in
            try previews.append(bytes[start..<min(start + chunk, bytes.count)])
        }
    }

    static let progressive = [
        ImageEncoding.jpeg(quality: 95, isProgressive: true),
        ImageEncoding(format: .png, isLossless: true, isProgressive: true),
    ]

    @Test(arguments: progressive)
    func `previews show the whole frame and get better`(encoding: ImageEncoding) throws {
        let picture = try picture()
        let all = try previews(of: codecs.encode(picture, as: encoding), chunk: 1000)
        #expect(all.count >= 3)
        #expect(all.allSatisfy { $0.isPartial && $0.size == picture.size })
        let likeness = all.map { $0.psnr(against: picture) }
        #expect(likeness[0] > 15)
        #expect(zip(likeness, likeness.dropFirst()).allSatisfy { $0 <= $1 + 0.1 })
    }

    @Test(arguments: [ImageEncoding.jpeg(quality: 95), .png, .webP(quality: 95), .webPLossless])
    func `previews of plain files show the rows that are there`(encoding: ImageEncoding) throws {
        let picture = try picture()
        let all = try previews(of: codecs.encode(picture, as: encoding), chunk: 1000)
        #expect(all.count >= 2)
        let rows = all.map { preview in
            (0..<preview.height).filter { preview[160, $0].alpha == 255 }.count
        }
        #expect(rows == rows.sorted() && rows[0] > 0)
        for preview in all.dropLast(0) where preview[160, 0].alpha == 255 {
            #expect(abs(Int(preview[160, 0].red) - Int(picture[160, 0].red)) < 24)
        }
    }

    @Test func `how small the chunks are does not matter`() throws {
        let bytes = try codecs.encode(picture(), as: Self.progressive[0])
        let few = try previews(of: bytes, chunk: 2048)
        let many = try previews(of: bytes, chunk: 1)
        #expect(abs(few.count - many.count) <= 1)
        #expect(few.first == many.first)
    }

    @Test func `previews have the size and the orientation wanted`() throws {
        let bytes = try codecs.encode(picture(), as: Self.progressive[0])
        let turned = TestEXIF.jpeg(bytes, orientation: 6)
        let options = DecodeOptions(target: .fit(width: 60))
        let all = try previews(of: turned, chunk: 1000, options: options)
        #expect(!all.isEmpty)
        #expect(all.allSatisfy { $0.size == PixelSize(width: 60, height: 80) })
    }

    @Test func `what is no picture, or damaged, gives no previews and no error`() throws {
        #expect(try previews(of: Data(repeating: 7, count: 50_000), chunk: 999).isEmpty)
        var bytes = try codecs.encode(picture(), as: .png)
        for place in 100..<bytes.count { bytes[place] = 0xAA }
        #expect(try previews(of: bytes, chunk: 999).isEmpty)
    }

    @Test func `a picture over the limits gives no previews`() throws {
        let bytes = try codecs.encode(picture(), as: Self.progressive[0])
        let options = DecodeOptions(limits: ImageLimits(pixels: 1000))
        #expect(try previews(of: bytes, chunk: 999, options: options).isEmpty)
    }

    @Test func `cancelling stops a preview`() throws {
        let bytes = try codecs.encode(picture(), as: Self.progressive[0])
        let asked = Mutex(0)
        let options = DecodeOptions(isCancelled: {
            asked.withLock { count in
                count += 1
                return count > 3
            }
        })
        #expect(throws: CancellationError.self) {
            try previews(of: bytes, chunk: 1000, options: options)
        }
    }
}
