import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Shows a picture while it still arrives: bytes in, now and then a preview out.
///
/// A progressive JPEG shows each complete scan, an interlaced PNG all of it after its first pass,
/// other files the rows that are there. Formats without previews give none. The whole picture is
/// not among them: decode it when all bytes are there.
///
/// The work is bounded however small the chunks are: bytes are decoded in pieces of some size,
/// each once, and a further preview is made only when there are a third more bytes than at the
/// last one. Calls block, so make them from a thread of your own.
public final class ImagePreviews: Sendable {
    private struct State {
        var pending = Data()
        var schedule = PreviewSchedule()
        var decoder: (any PreviewDecoder)?
        /// There will be no more previews.
        var isOver = false
    }

    private let codecs: ImageCodecs
    private let options: DecodeOptions
    // Held while a piece is decoded: pieces have to be decoded one after the other.
    private let state = Mutex(State())

    /// Makes previews as `options` say.
    public init(options: DecodeOptions, codecs: ImageCodecs = .standard) {
        self.options = options
        self.codecs = codecs
    }
}

extension ImagePreviews {
    /// Takes the bytes that follow those of the last call.
    ///
    /// - Returns: A preview if there is enough new to be seen. It is marked
    ///   ``Bitmap/isPartial``. Pictures that are damaged just give no more previews.
    /// - Throws: `CancellationError` if the options' `isCancelled` said so.
    public func append(_ bytes: Data) throws -> Bitmap? {
        try state.withLock { [codecs, options] state in
            guard !state.isOver else { return nil }
            state.pending.append(bytes)
            guard state.schedule.takes(state.pending.count) else { return nil }
            do {
                return try Self.advance(&state, codecs, options)
            } catch is ImageError {
                // Whether the picture is damaged is for the decoding of the whole to say.
                state.isOver = true
                return nil
            }
        }
    }

    private static func advance(
        _ state: inout State, _ codecs: ImageCodecs, _ options: DecodeOptions
    ) throws -> Bitmap? {
        if state.decoder == nil {
            state.decoder = codecs.previewDecoder(for: state.pending, options: options)
        }
        guard let decoder = state.decoder else {
            state.isOver = true
            return nil
        }
        try decoder.append(state.pending)
        state.schedule.took(state.pending.count)
        state.pending = Data()
        guard decoder.hasNews, state.schedule.shows() else { return nil }
        return try decoder.render()
    }
}
