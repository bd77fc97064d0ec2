#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder
import LarderImage
import Synchronization

extension ImageCodecContract {
    static let limits: [Check] = [
        Check(name: "a picture of too many pixels is described but not decoded") { codec, sample in
            let limits = ImageLimits(pixels: 60)
            _ = try codec.probe(sample, limits: limits)
            for target in [TargetSize.full, .fit(width: 2)] {
                try expect(.tooLarge) {
                    _ = try codec.decode(
                        sample, options: DecodeOptions(target: target, limits: limits))
                }
            }
        },
        Check(name: "a picture that does not fit in memory is not decoded") { codec, sample in
            try expect(.tooLarge) {
                _ = try codec.decode(
                    sample, options: DecodeOptions(limits: ImageLimits(memory: .bytes(200))))
            }
        },
        Check(name: "a result that does not fit in memory is refused") { codec, sample in
            try expect(.tooLarge) {
                let target = TargetSize.fit(width: 900_000, allowsUpscaling: true)
                _ = try codec.decode(sample, options: DecodeOptions(target: target))
            }
        },
        Check(name: "a time limit that has passed stops decoding") { codec, sample in
            try expect(.timedOut) {
                let limits = ImageLimits(duration: .seconds(5))
                _ = try codec.decode(
                    sample, options: DecodeOptions(limits: limits, time: hasty()))
            }
        },
        Check(name: "cancelling is thrown as such") { codec, sample in
            do {
                _ = try codec.decode(sample, options: DecodeOptions(isCancelled: { true }))
            } catch is CancellationError { return }
            throw Violation(description: "a cancelled decode gave a picture")
        },
    ]

    /// A clock that goes on by six seconds each time it is read.
    private static func hasty() -> TimeSource {
        let reads = Reads()
        return TimeSource(
            now: { Date(timeIntervalSince1970: 0) },
            uptime: { .seconds(reads.next() * 6) },
            sleep: { _ in })
    }
}

/// Counts how often a clock was read.
private final class Reads: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
