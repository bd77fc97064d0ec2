import Larder

/// Plays the frames of a picture that moves, for any toolkit.
///
/// The view asks for the frame of the moment whenever it draws, and says when it is seen no
/// more. Frames are decoded ahead on the loader's own threads. One that is not ready in time is
/// left out: the frame before it stays.
@MainActor
public final class AnimationPlayer {
    /// What is played.
    public let animation: AnimatedImage

    private let loader: ImageLoader
    private let timeline: FrameTimeline
    private var played = Duration.zero
    private var lastMoment: Duration?
    private var shown = 0
    private var sought: Int?
    private var decoding: Task<Void, Never>?
    private var isDamaged = false

    /// Makes a player that stands at the first frame, on which it takes the view to be.
    public init(_ animation: AnimatedImage, loader: ImageLoader = .shared) {
        self.animation = animation
        self.loader = loader
        timeline = FrameTimeline(delays: animation.delays, loopCount: animation.loopCount)
    }

    deinit {
        decoding?.cancel()
    }
}

extension AnimationPlayer {
    /// The frame to show at `moment`, read off any clock that does not go back; `nil` while what
    /// is shown stays. The first call after a pause plays on from where it paused.
    public func frame(at moment: Duration) -> Bitmap? {
        played += max(.zero, moment - (lastMoment ?? moment))
        lastMoment = moment
        let index = timeline.frame(at: played)
        let frame = animation.residentFrame(at: index)
        if sought != index || frame == nil { decode(from: index) }
        guard index != shown, let frame else { return nil }
        shown = index
        return frame
    }

    /// Whether the last run is over and its last frame was handed out.
    public var isOver: Bool {
        timeline.isOver(at: played) && (shown >= animation.frameCount - 1 || isDamaged)
    }

    /// Waits until what is decoded ahead is there.
    func idle() async { await decoding?.value }

    /// Stops the clock and the decoding, when the view is seen no more.
    public func pause() {
        lastMoment = nil
        sought = nil
        decoding?.cancel()
        decoding = nil
    }
}

extension AnimationPlayer {
    /// Decodes frame `index` and those after it, as many as the animation's budget holds.
    private func decode(from index: Int) {
        guard decoding == nil, !isDamaged else { return }
        sought = index
        decoding = Task { [weak self, loader, animation] in
            var isDamaged = false
            do {
                try await loader.decodeFrames(of: animation, from: index)
            } catch {
                // A frame that was given up may come when it is asked for again.
                isDamaged = !(error is CancellationError)
            }
            // The player was paused: what it has now is another task's.
            guard let self, !Task.isCancelled else { return }
            self.isDamaged = isDamaged
            decoding = nil
        }
    }
}

extension ImageLoader {
    fileprivate func decodeFrames(of animation: AnimatedImage, from index: Int) async throws {
        _ = try await onPool(.high) { flag in
            try animation.frame(at: index, isCancelled: { flag.isSet })
        }
        var hasMore = true
        while hasMore {
            hasMore = try await onPool(.normal) { flag in
                try animation.decodeAhead(isCancelled: { flag.isSet })
            }
        }
    }
}
