import FoundationEssentials
import Larder
import LarderImage

extension FuzzTarget {
    /// Every decoder: header, whole, scaled, moving, and previews in two chunks.
    static let pictures = FuzzTarget(name: "pictures") { bytes in
        let data = Data(bytes)
        let limits = ImageLimits(
            pixels: 1_000_000, memory: .mebibytes(32), frames: 50, duration: .seconds(5))
        let codecs = ImageCodecs.standard
        guard (try? codecs.probe(data, limits: limits)) != nil else { return }
        for target in [TargetSize.full, .fit(width: 7)] {
            let options = DecodeOptions(target: target, quality: .fast, limits: limits)
            if let bitmap = try? codecs.decode(data, options: options) {
                precondition(bitmap.size.width > 0 && bitmap.size.height > 0)
            }
        }
        let options = DecodeOptions(target: .fit(width: 16), limits: limits)
        if let moving = try? codecs.animation(data, options: options, budget: .kibibytes(64)) {
            for index in 0..<min(4, moving.frameCount) { _ = try? moving.frame(at: index) }
        }
        let previews = ImagePreviews(options: options)
        _ = try? previews.append(data.prefix(data.count / 2))
        _ = try? previews.append(data.dropFirst(data.count / 2))
    }
}
