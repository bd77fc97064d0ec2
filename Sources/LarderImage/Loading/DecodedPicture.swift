import Larder

/// A picture as memory keeps it.
///
/// It is an object so that one which had to leave memory is found again while a view shows it.
final class DecodedPicture: Sendable {
    let bitmap: Bitmap
    /// What the header of the picture says from which this one was made.
    let info: ImageInfo
    let source: PictureSource
    /// The frames, if the picture moves.
    let animation: AnimatedImage?
    /// What it takes in memory at most.
    let cost: ByteCount

    init(
        bitmap: Bitmap, info: ImageInfo, source: PictureSource, animation: AnimatedImage? = nil,
        animationBudget: ByteCount = .zero
    ) {
        self.bitmap = bitmap
        self.info = info
        self.source = source
        self.animation = animation
        cost =
            bitmap.cost + .bytes(512)
            + (animation?.largestCost(frame: bitmap.cost, budget: animationBudget) ?? .zero)
    }
}

/// What is known about the bytes that a picture was made from.
struct PictureSource: Sendable {
    /// Under what the cache keeps them.
    let storageKey: String
    /// Which bytes they are.
    let content: ContentTag
    /// How long they may be used without asking.
    let life: PictureLife
    /// Whether what is made of them may be kept.
    let mayKeep: Bool
}

extension DecodedPicture {
    /// This picture with `steps` done to it, to each of its frames too.
    func applying(
        _ steps: [ImageStep], limits: ImageLimits, animationBudget: ByteCount,
        isCancelled: () -> Bool
    ) throws -> DecodedPicture {
        let moving = animation.map { animation in
            AnimatedImage(
                SteppedFrames(frames: animation.decoder, steps: steps, limits: limits),
                budget: animationBudget)
        }
        return DecodedPicture(
            bitmap: try bitmap.applying(steps, limits: limits, isCancelled: isCancelled),
            info: info, source: source, animation: moving, animationBudget: animationBudget)
    }

    /// The same picture after its source came again, or was confirmed.
    func confirmed(_ source: PictureSource, animationBudget: ByteCount) -> DecodedPicture {
        DecodedPicture(
            bitmap: bitmap, info: info, source: source, animation: animation,
            animationBudget: animationBudget)
    }
}

extension AnimatedImage {
    /// What frames may take in time: memory is told the most, since it asks only once.
    fileprivate func largestCost(frame: ByteCount, budget: ByteCount) -> ByteCount {
        let all = frame.bytes.multipliedReportingOverflow(by: frameCount)
        return min(budget, all.overflow ? budget : .bytes(all.partialValue)) + cost
    }
}
