import LarderImage
import Testing

struct BitmapTests {
    let red = Bitmap.Pixel(red: 255, green: 0, blue: 0)

    @Test func `pixels are read back where they were put`() throws {
        let bitmap = try Bitmap(
            pixels: [255, 0, 0, 255, 0, 255, 0, 255, 9, 9, 9, 9, 0, 0, 255, 255, 1, 2, 3, 255],
            size: PixelSize(width: 2, height: 2), bytesPerRow: 12, alpha: .opaque)
        #expect(bitmap[0, 0] == red)
        #expect(bitmap[1, 0] == Bitmap.Pixel(red: 0, green: 255, blue: 0))
        #expect(bitmap[0, 1] == Bitmap.Pixel(red: 0, green: 0, blue: 255))
        #expect(bitmap[1, 1] == Bitmap.Pixel(red: 1, green: 2, blue: 3))
    }

    @Test(
        arguments: [
            (PixelSize(width: 0, height: 1), nil), (PixelSize(width: 1, height: 0), nil),
            (PixelSize(width: -1, height: -1), nil), (PixelSize(width: 3, height: 3), nil),
            (PixelSize(width: 2, height: 2), 7), (PixelSize(width: Int.max, height: 1), nil),
            (PixelSize(width: 1, height: Int.max), nil),
            (PixelSize(width: 1, height: 2), Int.max), (PixelSize(width: 1, height: 2), -4),
        ] as [(PixelSize, Int?)])
    func `sizes that do not fit the pixels are refused`(size: PixelSize, bytesPerRow: Int?) {
        #expect(throws: ImageError.self) {
            try Bitmap(
                pixels: [UInt8](repeating: 0, count: 16), size: size, bytesPerRow: bytesPerRow,
                alpha: .premultiplied)
        }
    }

    @Test func `a size beyond reason is refused before memory is taken`() {
        #expect(throws: ImageError.self) {
            try Bitmap(size: PixelSize(width: 1 << 40, height: 1 << 40), alpha: .opaque) { _ in }
        }
    }

    @Test func `equality looks at pixels and not at the pads between rows`() throws {
        let tight = try Bitmap(
            pixels: [1, 1, 1, 255, 2, 2, 2, 255], size: PixelSize(width: 1, height: 2),
            alpha: .opaque)
        let padded = try Bitmap(
            pixels: [1, 1, 1, 255, 7, 7, 7, 7, 2, 2, 2, 255], size: PixelSize(width: 1, height: 2),
            bytesPerRow: 8, alpha: .opaque)
        #expect(tight == padded)
        #expect(tight != tight.marked(isPartial: true))
    }

    @Test func `shared pixels outlive the bitmap that lent them`() throws {
        func lend() throws -> (bytes: UnsafeRawBufferPointer, owner: AnyObject) {
            try Bitmap(size: PixelSize(width: 1, height: 1), alpha: .opaque) { bytes in
                for place in bytes.indices { bytes[place] = 42 }
            }.sharedPixels()
        }
        let shared = try lend()
        withExtendedLifetime(shared.owner) {
            #expect(shared.bytes.allSatisfy { $0 == 42 })
        }
    }
}
