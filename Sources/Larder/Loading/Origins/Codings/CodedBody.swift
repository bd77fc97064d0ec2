#if os(Linux)
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A body that arrives in a content coding, decoded no further than its reader is ready for: a few
/// bytes may stand for gigabytes.
final class CodedBody {
    private let decoder: any ContentDecoder
    private let output = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 64 << 10, alignment: 16)
    /// How many bytes of what was refused, and so comes again, were decoded already.
    private var decodedOfRefused = 0
    /// How many coded bytes were decoded.
    private(set) var codedCount = 0

    init(_ decoder: any ContentDecoder) {
        self.decoder = decoder
    }

    deinit {
        output.deallocate()
    }

    /// Whether the content may end here.
    var isWhole: Bool { decoder.isWhole }
}

extension CodedBody {
    /// What came of some bytes.
    enum Outcome {
        /// They were decoded.
        case taken
        /// The reader is behind: they must come again, with the same bytes behind them.
        case refused
        /// No more is wanted.
        case stopped
        /// They are not what the coding makes.
        case damaged
    }

    /// Decodes `bytes` while `isBehind` says no, and gives what comes of them to `take` until that
    /// returns false.
    func receive(
        _ bytes: UnsafeRawBufferPointer, isBehind: () -> Bool, take: (Data) -> Bool
    ) -> Outcome {
        let again = min(decodedOfRefused, bytes.count)
        var rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(again))
        decodedOfRefused -= again
        while true {
            guard !isBehind() else {
                decodedOfRefused += bytes.count - rest.count
                return .refused
            }
            let left = rest.count
            guard let count = decoder.decode(&rest, into: output) else { return .damaged }
            codedCount += left - rest.count
            // What is sent counts, whether or not anything comes of it.
            guard take(Data(output[..<count])) else { return .stopped }
            if count == 0 { return .taken }
        }
    }
}
#endif
