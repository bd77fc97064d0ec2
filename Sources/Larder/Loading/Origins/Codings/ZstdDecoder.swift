#if os(Linux)
import CZstd

/// Undoes the content coding `zstd` (RFC 8878): frames, one behind the other, each with a window
/// of 8 MiB at most (RFC 9659 §3).
final class ZstdDecoder: ContentDecoder {
    private let stream = ZSTD_createDStream()
    /// Whether a frame has begun that has not ended, or is not handed out in full.
    private var isWithin = false
    /// Whether there was no room for all that the input gave.
    private var holdsMore = false

    private static let windowLog: Int32 = 23

    init() {
        ZSTD_DCtx_setParameter(stream, ZSTD_d_windowLogMax, Self.windowLog)
    }

    deinit {
        ZSTD_freeDStream(stream)
    }

    var isWhole: Bool { !isWithin }

    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        // Asked often without anything new, it would give up.
        while holdsMore || !input.isEmpty {
            guard isWithin || Self.mayBegin(input.first) else { return nil }
            var source = ZSTD_inBuffer(src: input.baseAddress, size: input.count, pos: 0)
            var sink = ZSTD_outBuffer(dst: output.baseAddress, size: output.count, pos: 0)
            let left = ZSTD_decompressStream(stream, &sink, &source)
            guard ZSTD_isError(left) == 0 else { return nil }
            isWithin = left != 0
            holdsMore = isWithin && sink.pos == sink.size
            input = UnsafeRawBufferPointer(rebasing: input.dropFirst(source.pos))
            if sink.pos > 0 { return sink.pos }
        }
        return 0
    }

    /// Whether a frame may begin with `byte`: the library may be built to read those of its first
    /// versions, too, which are none of the coding's.
    private static func mayBegin(_ byte: UInt8?) -> Bool {
        byte == 0x28 || byte.map { $0 >> 4 } == 0x5  // A skippable one.
    }
}
#endif
