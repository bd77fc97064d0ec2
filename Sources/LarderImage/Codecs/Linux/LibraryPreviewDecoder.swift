#if os(Linux)

import CImageCodecs
import Synchronization
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Previews of one picture, by its format's library.
final class LibraryPreviewDecoder: PreviewDecoder {
    private struct State: ~Copyable {
        let preview: OpaquePointer

        deinit { larder_preview_close(preview) }
    }

    private let format: ImageFormat
    private let options: DecodeOptions
    // Held while decoding: the library allows one thread at a time.
    private let state: Mutex<State>

    init?(format: ImageFormat, options: DecodeOptions, opener: LibraryCodec.PreviewOpener) {
        let job = DecodeJob(format: format, options: options, probes: false)
        guard let preview = job.openPreview(with: opener) else { return nil }
        self.format = format
        self.options = options
        state = Mutex(State(preview: preview))
    }
}

extension LibraryPreviewDecoder {
    func append(_ bytes: Data) throws {
        try state.withLock { [format, options] state in
            let job = DecodeJob(format: format, options: options, probes: false)
            try bytes.withUnsafeBytes { bytes in
                try job.call {
                    larder_preview_feed(
                        state.preview, bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count,
                        $0, $1)
                }
            }
        }
    }

    var hasNews: Bool { state.withLock { larder_preview_has_news($0.preview) } }

    func render() throws -> Bitmap {
        try state.withLock { [format, options] state in
            let job = DecodeJob(format: format, options: options, probes: false)
            return try job.bitmap { larder_preview_render(state.preview, $0, $1) }
        }
    }
}

#endif
