#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage

extension ImageCodecContract {
    static let damage: [Check] = [
        Check(name: "a picture cut anywhere is partial, or a typed error") { codec, sample in
            let step = max(1, min(10, sample.count / 40))
            for end in stride(from: 0, to: sample.count, by: step) {
                let bitmap = try decodeIfPossible(
                    codec, sample.prefix(end), DecodeOptions(target: .fit(width: 16)))
                // The last bytes may hold nothing that is shown.
                guard let bitmap, end < sample.count * 9 / 10 else { continue }
                try expect(bitmap.isPartial, "cut after \(end) bytes it is taken to be whole")
            }
        },
        Check(name: "flipped bits give a picture or a typed error") { codec, sample in
            var random = SeededGenerator(seed: UInt64(sample.count))
            for _ in 0..<150 {
                var bytes = sample
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let places = Bool.random(using: &random) ? bytes.count : min(bytes.count, 80)
                    let place = bytes.startIndex + Int.random(in: 0..<places, using: &random)
                    bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                }
                let limits = ImageLimits(pixels: 4_000_000, duration: .seconds(5))
                let options = DecodeOptions(target: .fit(width: 16), limits: limits)
                _ = try decodeIfPossible(codec, bytes, options)
            }
        },
        Check(name: "what is no picture is a typed error") { codec, sample in
            for bytes in [Data(), Data([0]), Data(repeating: 0x41, count: 5000)] {
                let bitmap = try decodeIfPossible(codec, bytes, DecodeOptions())
                try expect(bitmap == nil, "a picture was made of nothing")
            }
        },
        Check(name: "what follows the picture does not matter") { codec, sample in
            let longer = sample + Data(repeating: 0x5A, count: 300)
            let bitmap = try decodeIfPossible(codec, longer, DecodeOptions())
            let whole = try codec.decode(sample, options: DecodeOptions())
            // A container that counts its bytes may take them for damage.
            guard let bitmap, !bitmap.isPartial else { return }
            try expect(bitmap == whole, "further bytes changed the picture")
        },
    ]
}
