#if canImport(ImageIO)

import Foundation
import ImageIO
import Larder
import Synchronization

/// The frames of one picture, by ImageIO.
final class ImageIOFrameDecoder: FrameDecoder {
    let info: ImageInfo
    let delays: [Duration]
    let cost: ByteCount
    private let options: DecodeOptions
    // Held while a frame is decoded: frames build on each other inside the source.
    private let source: Mutex<ImageIOSource>

    init(_ bytes: Data, format: ImageFormat?, options: DecodeOptions) throws {
        let source = try ImageIOSource(bytes, format: format, limits: options.limits)
        try options.limits.check(source.info)
        info = source.info
        delays = (0..<source.info.frameCount).map { source.delay(at: $0) }
        cost = .bytes(bytes.count)
        self.options = options
        self.source = Mutex(source)
    }
}

extension ImageIOFrameDecoder {
    func frame(at index: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> Bitmap {
        var options = options
        options.isCancelled = isCancelled
        return try source.withLock { [options] source in
            try source.bitmap(at: index, options: options, Interruption(options))
        }
    }
}

#endif
