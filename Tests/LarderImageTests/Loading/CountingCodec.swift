import LarderImage
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The platform's codecs, with every decoding counted and, if wanted, held up.
final class CountingCodec: ImageCodec {
    private struct State {
        var targets: [TargetSize] = []
        var isHeld = false
        var wasCancelled = false
    }

    private let state = Mutex(State())
    private let inner = ImageCodecs.standard
    /// Opened when a decoding has begun.
    let began = Gate()

    var readableFormats: Set<ImageFormat> { [.jpeg, .png, .webP, .gif] }

    var writableFormats: Set<ImageFormat> { inner.writableFormats }

    /// The sizes that were decoded to, in order.
    var targets: [TargetSize] { state.withLock { $0.targets } }

    /// Whether a decoding ended because it was cancelled.
    var wasCancelled: Bool { state.withLock { $0.wasCancelled } }

    /// Holds decoding up until it is let go or cancelled.
    var isHeld: Bool {
        get { state.withLock { $0.isHeld } }
        set { state.withLock { $0.isHeld = newValue } }
    }

    func probe(_ bytes: Data, limits: ImageLimits) throws -> ImageInfo {
        try inner.probe(bytes, limits: limits)
    }

    func decode(_ bytes: Data, options: DecodeOptions) throws -> Bitmap {
        state.withLock { $0.targets.append(options.target) }
        began.open()
        while isHeld {
            if options.isCancelled() {
                state.withLock { $0.wasCancelled = true }
                throw CancellationError()
            }
        }
        return try inner.decode(bytes, options: options)
    }

    func frames(of bytes: Data, options: DecodeOptions) throws -> (any FrameDecoder)? {
        try inner.codecs.first { $0.format(of: bytes) != nil }?.frames(of: bytes, options: options)
    }

    func previews(of format: ImageFormat, options: DecodeOptions) -> (any PreviewDecoder)? {
        inner.codecs.first { $0.readableFormats.contains(format) }?
            .previews(of: format, options: options)
    }

    func encode(_ bitmap: Bitmap, as encoding: ImageEncoding) throws -> Data {
        try inner.encode(bitmap, as: encoding)
    }
}
