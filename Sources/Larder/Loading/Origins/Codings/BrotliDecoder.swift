#if os(Linux)
import CBrotli

/// Undoes the content coding `br` (RFC 7932).
final class BrotliDecoder: ContentDecoder {
    private let state = BrotliDecoderCreateInstance(nil, nil, nil)
    private var hasBegun = false

    deinit {
        BrotliDecoderDestroyInstance(state)
    }

    var isWhole: Bool { !hasBegun || BrotliDecoderIsFinished(state) != 0 }

    /// What follows the end is no part of the coding.
    func decode(
        _ input: inout UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) -> Int? {
        guard hasBegun || !input.isEmpty else { return 0 }
        hasBegun = true
        if BrotliDecoderIsFinished(state) != 0 { return input.isEmpty ? 0 : nil }
        var (left, room) = (input.count, output.count)
        var next = input.assumingMemoryBound(to: UInt8.self).baseAddress
        var place = output.assumingMemoryBound(to: UInt8.self).baseAddress
        let result = BrotliDecoderDecompressStream(state, &left, &next, &room, &place, nil)
        input = UnsafeRawBufferPointer(rebasing: input.suffix(left))
        guard result != BROTLI_DECODER_RESULT_ERROR,
            result != BROTLI_DECODER_RESULT_SUCCESS || left == 0
        else { return nil }
        return output.count - room
    }
}
#endif
