import FoundationEssentials
import Larder
import LarderImage

extension FuzzTarget {
    /// A target for each format, so that no format's inputs crowd out another's.
    static let pictures = [ImageFormat.jpeg, .png, .webP, .gif, .avif].map { format in
        FuzzTarget(name: format.name) { bytes in
            let data = Data(bytes)
            guard ImageFormat(detecting: data) == format else { return }
            decode(data)
            #if os(Linux)
            if format == .png {
                comparePNG(data)
                // A frame's head counts only with its checksum.
                decode(TestPNG.rechecked(data))
            }
            #endif
        }
    }

    static let limits = ImageLimits(
        pixels: 1_000_000, memory: .mebibytes(32), frames: 50, duration: .seconds(5))

    /// Header, whole, scaled, moving, and previews in two chunks.
    private static func decode(_ data: Data) {
        let codecs = ImageCodecs.standard
        guard let info = try? codecs.probe(data, limits: limits) else { return }
        let sizes: [TargetSize] = [.full, .fit(width: 7), .exact(width: 33, height: 5)]
        for (target, quality) in zip(sizes, [DecodeOptions.Quality.best, .fast, .best]) {
            let options = DecodeOptions(target: target, quality: quality, limits: limits)
            guard let bitmap = try? codecs.decode(data, options: options) else { continue }
            check(bitmap)
            precondition(target != .full || bitmap.size == info.size)
        }
        let options = DecodeOptions(target: .fit(width: 16), limits: limits)
        if let moving = try? codecs.animation(data, options: options, budget: .kibibytes(64)) {
            for index in 0..<min(4, moving.frameCount) {
                if let frame = try? moving.frame(at: index) { check(frame) }
            }
        }
        let previews = ImagePreviews(options: options)
        for part in [data.prefix(data.count / 2), data.dropFirst(data.count / 2)] {
            if let preview = try? previews.append(part) { check(preview) }
        }
    }

    /// What every bitmap promises.
    private static func check(_ bitmap: Bitmap) {
        bitmap.withUnsafeBytes { bytes in
            for y in 0..<bitmap.height {
                let row = y * bitmap.bytesPerRow
                for place in stride(from: row, to: row + bitmap.width * 4, by: 4) {
                    let alpha = bytes[place + 3]
                    precondition(!bitmap.isOpaque || alpha == 255, "an opaque pixel has an alpha")
                    precondition(
                        max(bytes[place], bytes[place + 1], bytes[place + 2]) <= alpha,
                        "a colour passes its alpha")
                }
            }
        }
    }
}
