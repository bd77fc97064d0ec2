#if os(Linux)

import CImageCodecs
import Larder
import Synchronization
#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The frames of one picture, by its format's library.
final class LibraryFrameDecoder: FrameDecoder {
    /// The library's state, and the frame that it decodes next if it stands before one.
    fileprivate struct State: ~Copyable {
        let animation: OpaquePointer
        var next: Int? = 0

        deinit { larder_animation_close(animation) }
    }

    let info: ImageInfo
    let delays: [Duration]
    let cost: ByteCount
    private let format: ImageFormat
    private let options: DecodeOptions
    // Held while a frame is decoded: the library allows one thread at a time.
    private let state: Mutex<State>

    init(
        _ bytes: Data, format: ImageFormat, options: DecodeOptions, opener: LibraryCodec.Opener
    ) throws {
        let job = DecodeJob(format: format, options: options, probes: false)
        let (animation, info) = try job.open(bytes, with: opener)
        self.info = info
        self.format = format
        self.options = options
        delays = (0..<info.frameCount).map { index in
            .milliseconds(larder_animation_delay(animation, UInt32(clamping: index)))
        }
        cost = .bytes(larder_animation_cost(animation))
        state = Mutex(State(animation: animation))
    }
}

extension LibraryFrameDecoder {
    func frame(at index: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> Bitmap {
        var options = options
        options.isCancelled = isCancelled
        return try state.withLock { [format, options] state in
            let job = DecodeJob(format: format, options: options, probes: false)
            return try state.frame(at: index, job)
        }
    }
}

extension LibraryFrameDecoder.State {
    fileprivate mutating func frame(at index: Int, _ job: DecodeJob) throws -> Bitmap {
        var place = try start(for: index, job)
        // Whatever goes wrong leaves the library between two frames.
        next = nil
        while place < index {
            try job.call { larder_animation_skip(animation, $0, $1) }
            place += 1
        }
        let frame = try job.bitmap { larder_animation_next(animation, $0, $1) }
        next = place + 1
        return frame
    }

    /// The frame at which the library stands, not behind `index`.
    private mutating func start(for index: Int, _ job: DecodeJob) throws -> Int {
        if let next, next <= index { return next }
        next = nil
        try job.call { _, image in larder_animation_rewind(animation, image) }
        return 0
    }
}

#endif
