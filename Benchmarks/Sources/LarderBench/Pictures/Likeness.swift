import Foundation
import LarderImage
import Synchronization

/// How like an exact Lanczos filter thumbnails are: every photo of a folder, so that no single
/// one flatters, as it is and written anew in the formats that take a way of their own.
struct Likeness {
    let folder: String

    func measure(_ report: Report) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".jpg") }.sorted()
        let results = Mutex<[Result<[Figure], any Error>]>([])
        DispatchQueue.concurrentPerform(iterations: names.count) { index in
            let result = Result { try Self.figures(of: folder + "/" + names[index]) }
            results.withLock { $0.append(result) }
        }
        let figures = try results.withLock { $0 }.flatMap { try $0.get() }
        var table = Table(
            "Likeness to an exact Lanczos, in dB, the worst of \(names.count) photos",
            columns: ["format", "fast", "best"])
        for format in [ImageFormat.jpeg, .webP, .avif] {
            let least = [DecodeOptions.Quality.fast, .best].map { quality in
                figures.filter { $0.format == format && $0.quality == quality }
                    .map(\.decibels).min()
            }
            table.add("\(format)", least, digits: 1)
            for (name, figure, bound) in zip3(["fast", "best"], least, [41.0, 50]) {
                report.check(.atLeast(bound, "\(format), \(name), dB"), figure ?? .nan)
            }
        }
        report.add(table)
    }

    private func zip3<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] {
        zip(a, zip(b, c)).map { ($0, $1.0, $1.1) }
    }

    private struct Figure {
        let format: ImageFormat
        let quality: DecodeOptions.Quality
        let decibels: Double
    }

    /// Of one photo, in each of the formats.
    private static func figures(of path: String) throws -> [Figure] {
        let bytes = try Data(contentsOf: URL(filePath: path))
        let large = try large(bytes)
        let webP = try ImageCodecs.standard.encode(large, as: .webP(quality: 85))
        let avif = try ImageCodecs.standard.encode(large, as: .avif(quality: 80))
        return try [(ImageFormat.jpeg, bytes), (.webP, webP), (.avif, avif)]
            .flatMap { try figures(of: $1, $0) }
    }

    private static func large(_ bytes: Data) throws -> Bitmap {
        let target = TargetSize.exact(width: 1024, height: 768, allowsUpscaling: true)
        return try ImageCodecs.standard.decode(bytes, options: DecodeOptions(target: target))
    }

    private static func figures(of bytes: Data, _ format: ImageFormat) throws -> [Figure] {
        let full = try ImageCodecs.standard.decode(bytes)
        guard full.width > 320 else { return [] }
        let best = try makeThumbnail(bytes, .best)
        let exact = ExactLanczos.resized(full, width: best.width, height: best.height)
        return try [DecodeOptions.Quality.fast, .best].map { quality in
            let thumbnail = quality == .best ? best : try makeThumbnail(bytes, quality)
            return Figure(
                format: format, quality: quality,
                decibels: ExactLanczos.likeness(thumbnail, to: exact))
        }
    }
}
