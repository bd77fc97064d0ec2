#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

extension ImageCodecContract {
    static let reading: [Check] = [
        Check(name: "the format is told, by the first bytes alone") { codec, sample in
            let format = codec.format(of: sample)
            try expect(format != nil, "the codec does not know its own sample")
            let head = sample.prefix(ImageFormat.detectionLength)
            try expect(codec.format(of: head) == format, "the head alone is not enough")
            try expect(codec.format(of: Data()) == nil, "nothing is taken for a picture")
        },
        Check(name: "the header and the picture agree") { codec, sample in
            let info = try codec.probe(sample, limits: .standard)
            let bitmap = try codec.decode(sample, options: DecodeOptions())
            try expect(bitmap.size == info.size, "\(bitmap.size) is not \(info.size)")
            try expect(info.hasAlpha || bitmap.isOpaque, "transparency was not announced")
            try expect(!bitmap.isPartial, "a whole picture is marked partial")
            try checkPixels(bitmap)
        },
        Check(name: "the same bytes give the same picture, wherever they lie") { codec, sample in
            let shifted = Data([1, 2, 3]) + sample
            let first = try codec.decode(sample, options: DecodeOptions())
            let second = try codec.decode(shifted.dropFirst(3), options: DecodeOptions())
            try expect(first == second, "two decodes differ")
        },
        Check(name: "a picture comes in the size wanted") { codec, sample in
            let full = try codec.probe(sample, limits: .standard).size
            for target in targets(for: full) {
                let bitmap = try codec.decode(sample, options: DecodeOptions(target: target))
                let size = try target.placement(of: full).size
                try expect(bitmap.size == size, "\(bitmap.size) is not \(size) for \(target)")
                try checkPixels(bitmap)
            }
        },
        Check(name: "fast and best look alike") { codec, sample in
            let target = TargetSize.fit(width: 8, height: 8)
            let fast = try codec.decode(
                sample, options: DecodeOptions(target: target, quality: .fast))
            let best = try codec.decode(
                sample, options: DecodeOptions(target: target, quality: .best))
            try expect(try difference(fast, best) < 8, "the two qualities differ widely")
        },
        Check(name: "colours are marked as what was asked for") { codec, sample in
            for space in ImageColorSpace.allCases {
                let bitmap = try codec.decode(sample, options: DecodeOptions(colorSpace: space))
                try expect(bitmap.colorSpace == space, "colours are \(bitmap.colorSpace)")
            }
        },
        Check(name: "an impossible size is refused") { codec, sample in
            try expect(.invalidArgument) {
                _ = try codec.decode(sample, options: DecodeOptions(target: .fit(width: 0)))
            }
        },
    ]

    private static func targets(for full: PixelSize) -> [TargetSize] {
        [
            .full, .fit(width: full.width / 2), .fit(width: 1), .fit(width: full.width * 3),
            .fit(width: full.width + 5, allowsUpscaling: true), .cover(width: 7, height: 7),
            .fill(width: 7, height: 5), .fill(width: full.width, height: 3),
            .exact(width: 5, height: full.height), .exact(width: full.width - 1, height: 2),
        ]
    }
}
