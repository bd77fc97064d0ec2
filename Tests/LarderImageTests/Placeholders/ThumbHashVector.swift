import LarderImage
import Testing

/// A picture and its hash, computed with the format's reference implementation in JavaScript.
///
/// The pictures are irregular: in a smooth gradient half of the frequencies are zero, which lies
/// just between two steps of four bits, so rounding noise would decide.
struct ThumbHashVector: CustomTestStringConvertible, Sendable {
    let name: String
    let width: Int
    let height: Int
    let color: @Sendable (Int, Int) -> (Int, Int, Int, Int)
    let hash: String
    let size: PixelSize
    /// The first two pixels as the reference decodes them, not multiplied by alpha.
    let firstPixels: [[Int]]
    let ratio: Double
    let average: ImageColor

    var testDescription: String { name }
}

extension ThumbHashVector {
    static let all: [ThumbHashVector] = [
        ThumbHashVector(
            name: "landscape", width: 16, height: 9,
            color: { x, y in (x * 16 & 255, y * 28 & 255, x * y * 7 & 255, 255) },
            hash: "mwgOJJpgdndwiIiGiIbzlg/3iA==", size: PixelSize(width: 32, height: 18),
            firstPixels: [[16, 4, 0, 255], [18, 4, 0, 255]], ratio: 1.75,
            average: ImageColor(red: 118, green: 114, blue: 96)),
        ThumbHashVector(
            name: "portrait", width: 9, height: 16,
            color: { x, y in (x * y * 3 & 255, x * 28 & 255, y * 15 & 255, 255) },
            hash: "WbcNVAxgB4h3eHd4eHhgj/cESQ==", size: PixelSize(width: 18, height: 32),
            firstPixels: [[0, 10, 10, 255], [0, 15, 10, 255]], ratio: 4.0 / 7,
            average: ImageColor(red: 76, green: 113, blue: 115)),
        ThumbHashVector(
            name: "square", width: 32, height: 32,
            color: { x, y in ((x * x + 3 * y) & 255, (y * y * 5 + x) & 255, x * y * 3 & 255, 255) },
            hash: "3AcGDwYgQZdRdohxhxd2WIaCmM+8ASkN", size: PixelSize(width: 32, height: 32),
            firstPixels: [[0, 24, 0, 255], [0, 25, 0, 255]], ratio: 1,
            average: ImageColor(red: 114, green: 110, blue: 116)),
        ThumbHashVector(
            name: "holes", width: 20, height: 20,
            color: { x, y in (200, y * 9, x * 12, (x * 7 + y * y) % 11 > 4 ? 255 : 0) },
            hash: "4eiGNQoIgIeCiId3iH91ePd3ZNB3V4hoZg==", size: PixelSize(width: 32, height: 32),
            firstPixels: [[208, 53, 66, 136], [208, 53, 66, 136]], ratio: 1,
            average: ImageColor(red: 202, green: 84, blue: 115, alpha: 136)),
        ThumbHashVector(
            name: "a row", width: 100, height: 1,
            color: { x, _ in (x * x & 255, x * 7 & 255, x, 255) },
            hash: "1+ktgYR3d4eIiAiIaYhwe/g=", size: PixelSize(width: 32, height: 5),
            firstPixels: [[0, 0, 8, 255], [0, 0, 6, 255]], ratio: 7,
            average: ImageColor(red: 107, green: 119, blue: 53)),
        ThumbHashVector(
            name: "a column", width: 1, height: 100,
            color: { _, y in (y * y * 3 & 255, 90, y * 5 & 255, 255) },
            hash: "XEc6KRAIh3iIhoh494+JYHg=", size: PixelSize(width: 5, height: 32),
            firstPixels: [[0, 10, 0, 255], [190, 144, 142, 255]], ratio: 1.0 / 7,
            average: ImageColor(red: 125, green: 88, blue: 127)),
    ]
}
