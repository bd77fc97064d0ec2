import Foundation
import LarderImage
import Testing

/// Compares with an independent decoder, where there is a Python that has it.
@Suite(.enabled(if: Pillow.python != nil, "There is no Python with Pillow."))
struct PillowTests {
    @Test func `every kind of picture looks as Pillow sees it`() throws {
        try run("pictures.py") { folder, lines in
            #expect(lines.count > 40)
            for name in lines { try compare(folder.appending(path: name)) }
        }
    }

    @Test func `every frame of a PNG that moves is put together as the standard says`() throws {
        try run("frames.py") { folder, lines in
            #expect(lines.count == 13)
            for line in lines {
                let parts = line.split(separator: " ").map(String.init)
                try #require(parts.count == 3)
                let file = folder.appending(path: parts[0])
                try compareFrames(file, loops: Int(parts[1]), delays: parts[2])
            }
        }
    }

    /// Runs a script of the folder beside this file; `body` gets what it wrote and printed.
    private func run(_ script: String, _ body: (URL, [String]) throws -> Void) throws {
        let python = try #require(Pillow.python)
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("larder-pillow-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Pillow/\(script)")
        let text = try #require(Pillow.run(python, ["-W", "ignore", script.path, folder.path]))
        try body(folder, text.split(separator: "\n").map(String.init))
    }

    private func compareFrames(_ file: URL, loops: Int?, delays: String) throws {
        let moving = try #require(
            try ImageCodecs.standard.animation(Data(contentsOf: file)), "\(file)")
        let told = delays.split(separator: ",").compactMap { Int($0) }.map(Duration.milliseconds)
        #expect(moving.delays == told && moving.loopCount == loops, "\(file.lastPathComponent)")
        for index in moving.delays.indices {
            let likeness = try moving.frame(at: index)
                .psnr(against: expected(file.appendingPathExtension("\(index)")))
            #expect(likeness > 51, "\(file.lastPathComponent), frame \(index)")
        }
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
