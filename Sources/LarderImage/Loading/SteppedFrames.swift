import Larder

/// The frames of an animation, with steps done to each when it is decoded.
struct SteppedFrames: FrameDecoder {
    let frames: any FrameDecoder
    let steps: [ImageStep]
    let limits: ImageLimits
}

extension SteppedFrames {
    var info: ImageInfo { frames.info }

    var delays: [Duration] { frames.delays }

    var cost: ByteCount { frames.cost }

    func frame(at index: Int, isCancelled: @escaping @Sendable () -> Bool) throws -> Bitmap {
        try frames.frame(at: index, isCancelled: isCancelled)
            .applying(steps, limits: limits, isCancelled: isCancelled)
    }
}
