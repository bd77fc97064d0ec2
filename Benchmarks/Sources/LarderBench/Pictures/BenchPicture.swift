import CFloors
import Foundation
import LarderImage

/// One file that is decoded, and what is asked of the time it takes.
struct BenchPicture {
    let name: String
    let bytes: Data
    /// The library's own decoding, the least there can be.
    let floor: (Data) -> Bool
    /// At most this many times the floor, for the two qualities.
    let fast: Double
    let best: Double
}

/// Makes the files of the suite out of one photo.
struct BenchPictures {
    private let photo: Data

    /// The first large photo of `folder`, or a drawn one.
    init(folder: String?) throws {
        photo =
            try folder.flatMap(Self.largest)
            ?? ImageCodecs.standard.encode(
                Self.drawn(), as: .jpeg(quality: 92))
    }

    func all() throws -> [BenchPicture] {
        [
            try jpeg("12 MP JPEG", 4250, 2822, .jpeg(), 1.15, 1.4),
            try jpeg("12 MP progressive", 4250, 2822, .jpeg(isProgressive: true), 1.15, 1.4),
            try jpeg("1200×800 JPEG", 1200, 800, .jpeg(), 1.8, 2.9),
            try jpeg("200×200 JPEG", 200, 200, .jpeg(), 1.1, 1.1),
            BenchPicture(
                name: "2000² PNG with alpha", bytes: try transparent(2000),
                floor: { floor($0, floor_png) }, fast: 0.6, best: 0.6),
            BenchPicture(
                name: "1024² WebP", bytes: try file(1024, 1024, .webP(quality: 80)),
                floor: { floor($0, floor_webp) }, fast: 1.15, best: 1.5),
            BenchPicture(
                name: "1024² AVIF", bytes: try file(1024, 1024, .avif(quality: 60)),
                floor: { floor($0, floor_avif) }, fast: 1.4, best: 1.4),
        ]
    }

    /// As many JPEG files of 1200×800, no two alike.
    func batch(of count: Int) throws -> [Data] {
        try (0..<count).map { try file(1200, 800, .jpeg(quality: 75 + $0 % 20)) }
    }

    private func jpeg(
        _ name: String, _ width: Int, _ height: Int, _ encoding: ImageEncoding,
        _ fast: Double, _ best: Double
    ) throws -> BenchPicture {
        // The scale that leaves one and a half times the 320 pixels wanted.
        let eighths = [1, 2, 4].first { width * $0 >= 480 * 8 } ?? 8
        return BenchPicture(
            name: name, bytes: try file(width, height, encoding),
            floor: { floor($0) { floor_jpeg($0, $1, UInt32(eighths)) } }, fast: fast, best: best)
    }

    private func file(_ width: Int, _ height: Int, _ encoding: ImageEncoding) throws -> Data {
        try ImageCodecs.standard.encode(picture(width, height), as: encoding)
    }

    private func picture(_ width: Int, _ height: Int) throws -> Bitmap {
        let target = TargetSize.exact(width: width, height: height, allowsUpscaling: true)
        return try ImageCodecs.standard.decode(photo, options: DecodeOptions(target: target))
    }

    /// The photo, fading out towards the right.
    private func transparent(_ side: Int) throws -> Data {
        let opaque = try picture(side, side)
        let faded = try Bitmap(size: opaque.size, alpha: .premultiplied) { bytes in
            for place in stride(from: 0, to: bytes.count, by: 4) {
                let x = place / 4 % side
                let alpha = 255 - x * 255 / side
                let pixel = opaque[x, place / 4 / side]
                for (channel, color) in [pixel.red, pixel.green, pixel.blue].enumerated() {
                    bytes[place + channel] = UInt8(Int(color) * alpha / 255)
                }
                bytes[place + 3] = UInt8(alpha)
            }
        }
        return try ImageCodecs.standard.encode(faded, as: .png)
    }

    private static func largest(in folder: String) throws -> Data? {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".jpg") }.sorted()
        let files = try names.map { try Data(contentsOf: URL(filePath: folder + "/" + $0)) }
        return files.max { $0.count < $1.count }
    }

    private static func drawn() throws -> Bitmap {
        try Bitmap(size: PixelSize(width: 2400, height: 1600), alpha: .opaque) { bytes in
            for place in stride(from: 0, to: bytes.count, by: 4) {
                let (x, y) = (Double(place / 4 % 2400), Double(place / 4 / 2400))
                let wave = sin(x / 37) * cos(y / 23) + sin((x + y) / 7) / 4
                bytes[place] = UInt8(128 + 90 * wave)
                bytes[place + 1] = UInt8(128 + 90 * sin(x / 211 + y / 97))
                bytes[place + 2] = UInt8(128 + 90 * cos(y / 151))
                bytes[place + 3] = 255
            }
        }
    }
}

/// Runs one of the floors.
func floor(_ bytes: Data, _ body: (UnsafePointer<UInt8>?, Int) -> Int32) -> Bool {
    bytes.withUnsafeBytes { body($0.bindMemory(to: UInt8.self).baseAddress, $0.count) == 1 }
}
