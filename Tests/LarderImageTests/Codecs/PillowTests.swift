import Foundation
import LarderImage
import Testing

/// Compares with an independent decoder, where there is a Python that has it.
@Suite(.enabled(if: Pillow.python != nil, "There is no Python with Pillow."))
struct PillowTests {
    @Test func `every kind of picture looks as Pillow sees it`() throws {
        let python = try #require(Pillow.python)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("larder-pillow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Pillow/pictures.py")
        let names = try #require(Pillow.run(python, ["-W", "ignore", script.path, folder.path]))
            .split(separator: "\n")
        #expect(names.count > 40)
        for name in names { try compare(folder.appending(path: String(name))) }
    }

    private func compare(_ file: URL) throws {
        let bytes = try Data(contentsOf: file)
        let full = try expected(file.appendingPathExtension("full"))
        let small = try expected(file.appendingPathExtension("small"))
        let target = TargetSize.fit(width: small.width)
        let name = file.lastPathComponent
        let codecs = ImageCodecs.standard
        #expect(try codecs.decode(bytes).psnr(against: full) > 51, "\(name), full")
        for (quality, least) in [(DecodeOptions.Quality.fast, 41.0), (.best, 50)] {
            let options = DecodeOptions(target: target, quality: quality)
            let likeness = try codecs.decode(bytes, options: options).psnr(against: small)
            #expect(likeness > least, "\(name), small, \(quality)")
        }
    }

    private func expected(_ file: URL) throws -> Bitmap {
        let data = try Data(contentsOf: file)
        let line = try #require(data.firstIndex(of: 10))
        let sides = String(decoding: data[..<line], as: UTF8.self).split(separator: " ")
            .compactMap { Int($0) }
        try #require(sides.count == 2)
        return try Bitmap(
            pixels: [UInt8](data[(line + 1)...]),
            size: PixelSize(width: sides[0], height: sides[1]), alpha: .premultiplied)
    }
}
