import LarderImage
import Testing

@testable import LarderCLI

@Suite struct ContactSheetTests {
    @Test func `pictures lie in rows, centred in cells of the largest one's size`() throws {
        let small = try Self.picture(2, 2, alpha: 255)
        let large = try Self.picture(4, 2, alpha: 255)
        let sheet = try ContactSheet([small, large, small], columns: 2, gap: 1).bitmap()
        #expect(sheet.size == PixelSize(width: 11, height: 7))
        #expect(sheet[2, 1].red == 255 && sheet[1, 1].red == 0x22)
        #expect(sheet[6, 1].red == 255 && sheet[9, 2].red == 255)
        #expect(sheet[2, 4].red == 255 && sheet[6, 4].red == 0x22)
    }

    @Test func `the ground shines through what is transparent`() throws {
        let sheet = try ContactSheet([Self.picture(1, 1, alpha: 0)], columns: 9, gap: 1).bitmap()
        #expect(sheet.size == PixelSize(width: 3, height: 3))
        #expect(sheet[1, 1].red == 0x22 && sheet.isOpaque)
    }

    @Test func `a sheet of nothing is a small picture of the ground`() throws {
        #expect(try ContactSheet([], columns: 3).bitmap().size == PixelSize(width: 17, height: 17))
    }

    private static func picture(_ width: Int, _ height: Int, alpha: UInt8) throws -> Bitmap {
        let pixel = [alpha, alpha, alpha, alpha]
        return try Bitmap(
            pixels: (0..<width * height).flatMap { _ in pixel },
            size: PixelSize(width: width, height: height),
            alpha: alpha == 255 ? .opaque : .premultiplied)
    }
}
