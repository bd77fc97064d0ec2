#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

extension ImageCodecContract {
    static let moving: [Check] = [
        Check(name: "frames are as many as announced, the first is the still picture") {
            codec, sample in
            let info = try codec.probe(sample, limits: .standard)
            guard let frames = try codec.frames(of: sample, options: DecodeOptions()) else {
                return try expect(!info.isAnimated, "there are no frames where some belong")
            }
            try expect(frames.delays.count == info.frameCount, "there are \(frames.delays.count)")
            let still = try codec.decode(sample, options: DecodeOptions())
            for index in [info.frameCount - 1, 0] {
                let frame = try frames.frame(at: index, isCancelled: { false })
                try expect(frame.size == info.size, "a frame is \(frame.size)")
                try checkPixels(frame)
                if index == 0 {
                    try expect(try difference(frame, still) < 1, "the first frame differs")
                }
            }
        },
        Check(name: "previews are partial, and of the size wanted") { codec, sample in
            let options = DecodeOptions(target: .fit(width: 9))
            guard let format = codec.format(of: sample),
                let previews = codec.previews(of: format, options: options)
            else { return }
            let size = try options.target.placement(
                of: codec.probe(sample, limits: .standard).size
            ).size
            let step = max(1, sample.count / 12)
            for start in stride(from: 0, to: sample.count, by: step) {
                let end = min(start + step, sample.count)
                do {
                    try previews.append(
                        sample[sample.startIndex + start..<sample.startIndex + end])
                    guard previews.hasNews else { continue }
                    let preview = try previews.render()
                    try expect(preview.isPartial, "a preview is not marked partial")
                    try expect(preview.size == size, "a preview is \(preview.size)")
                    try checkPixels(preview)
                } catch is ImageError { return }
            }
        },
    ]
}
