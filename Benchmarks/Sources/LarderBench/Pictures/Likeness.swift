import Foundation
import LarderImage

/// How like an exact Lanczos filter thumbnails are: every photo of a folder, so that no single
/// one flatters, as it is and written anew in the formats that take a way of their own.
struct Likeness {
    let folder: String

    func measure(_ report: Report) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".jpg") }.sorted()
        var least: [ImageFormat: [DecodeOptions.Quality: Double]] = [:]
        for (index, name) in names.enumerated() {
            let bytes = try Data(contentsOf: URL(filePath: folder + "/" + name))
            var files: [ImageFormat: Data] = [.jpeg: bytes]
            if index.isMultiple(of: 3) {
                let large = try Self.large(bytes)
                files[.webP] = try ImageCodecs.standard.encode(large, as: .webP(quality: 85))
                files[.avif] = try ImageCodecs.standard.encode(large, as: .avif(quality: 80))
            }
            for (format, bytes) in files {
                for (quality, decibels) in try Self.decibels(bytes) {
                    let before = least[format]?[quality] ?? .infinity
                    least[format, default: [:]][quality] = min(before, decibels)
                }
            }
        }
        var table = Table(
            "Likeness to an exact Lanczos, in dB, the worst of \(names.count) photos",
            columns: ["format", "fast", "best"])
        for format in [ImageFormat.jpeg, .webP, .avif] {
            let figures = [least[format]?[.fast], least[format]?[.best]]
            table.add("\(format)", figures, digits: 1)
            for (name, figure, bound) in zip3(["fast", "best"], figures, [41.0, 50]) {
                report.check(.atLeast(bound, "\(format), \(name), dB"), figure ?? .nan)
            }
        }
        report.add(table)
    }

    private func zip3<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] {
        zip(a, zip(b, c)).map { ($0, $1.0, $1.1) }
    }

    private static func large(_ bytes: Data) throws -> Bitmap {
        let target = TargetSize.exact(width: 1024, height: 768, allowsUpscaling: true)
        return try ImageCodecs.standard.decode(bytes, options: DecodeOptions(target: target))
    }

    private static func decibels(
        _ bytes: Data
    ) throws -> [(quality: DecodeOptions.Quality, decibels: Double)] {
        let full = try ImageCodecs.standard.decode(bytes)
        guard full.width > 320 else { return [] }
        let best = try makeThumbnail(bytes, .best)
        let exact = ExactLanczos.resized(full, width: best.width, height: best.height)
        return [
            (.best, ExactLanczos.likeness(best, to: exact)),
            (.fast, ExactLanczos.likeness(try makeThumbnail(bytes, .fast), to: exact)),
        ]
    }
}
