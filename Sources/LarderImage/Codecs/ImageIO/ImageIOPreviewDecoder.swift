#if canImport(ImageIO)

import Foundation
import ImageIO
import Synchronization

/// Previews of one picture, by ImageIO's incremental source.
final class ImageIOPreviewDecoder: PreviewDecoder {
    private struct State {
        let source = CGImageSourceCreateIncremental(nil)
        var bytes = Data()
        var shown = 0
    }

    private let format: ImageFormat
    private let options: DecodeOptions
    private let state: Mutex<State>

    init(format: ImageFormat, options: DecodeOptions) {
        self.format = format
        self.options = options
        state = Mutex(State())
    }
}

extension ImageIOPreviewDecoder {
    func append(_ bytes: Data) throws {
        state.withLock { state in
            state.bytes.append(bytes)
            CGImageSourceUpdateData(state.source, state.bytes as CFData, false)
        }
    }

    var hasNews: Bool {
        state.withLock { state in
            let status = CGImageSourceGetStatusAtIndex(state.source, 0)
            let isReadable = status == .statusIncomplete || status == .statusComplete
            return isReadable && state.bytes.count > state.shown
        }
    }

    func render() throws -> Bitmap {
        try state.withLock { [format, options] state in
            state.shown = state.bytes.count
            let source = try ImageIOSource(state.source, format: format, limits: options.limits)
            return try source.bitmap(at: 0, options: options, Interruption(options))
                .marked(isPartial: true)
        }
    }
}

#endif
