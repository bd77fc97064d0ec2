public import Larder
import Synchronization

/// A picture that moves: its frames are decoded when they are wanted, inside a budget of bytes.
///
/// Who shows it asks for the frame of the moment with ``residentFrame(at:)`` on any thread, and
/// keeps ahead of it with ``decodeAhead(isCancelled:)`` on a thread of its own.
public final class AnimatedImage: Sendable {
    /// What the header says.
    public let info: ImageInfo
    /// How long each frame is shown. Frames that ask for 10 ms or less get 100 ms, as in browsers,
    /// and none more than some 2,000 years.
    public let delays: [Duration]

    let decoder: any FrameDecoder
    private let window: Mutex<FrameWindow>

    /// Makes an animation of a decoder's frames.
    ///
    /// `budget` is the memory for decoded frames, 32 MiB by default. All frames are kept if they
    /// fit.
    public init(_ decoder: any FrameDecoder, budget: ByteCount = .mebibytes(32)) {
        self.decoder = decoder
        info = decoder.info
        delays = decoder.delays.map { $0 <= .milliseconds(10) ? .milliseconds(100) : $0.bounded }
        window = Mutex(FrameWindow(count: max(1, decoder.delays.count), budget: budget))
    }
}

extension AnimatedImage {
    /// How many frames there are.
    public var frameCount: Int { delays.count }

    /// How often the animation runs; 0 means without end.
    public var loopCount: Int { info.loopCount }

    /// How long one run takes.
    public var duration: Duration { delays.reduce(.zero, +) }

    /// The memory that is taken now: resident frames and what the decoder keeps.
    public var cost: ByteCount { window.withLock { $0.cost } + decoder.cost }

    /// The frame if it is in memory, at once. The look-ahead starts from here.
    public func residentFrame(at index: Int) -> Bitmap? {
        guard delays.indices.contains(index) else { return nil }
        return window.withLock { $0.show(index) }
    }

    /// The frame, decoded if it is not in memory. Blocks until it is there.
    ///
    /// - Throws: ``ImageError``, with ``ImageError/Code/invalidArgument`` for a frame that is not
    ///   there, or `CancellationError`.
    public func frame(
        at index: Int, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> Bitmap {
        guard delays.indices.contains(index) else {
            throw ImageError(
                .invalidArgument, "There is no frame \(index) among \(frameCount).",
                format: info.format)
        }
        if let resident = residentFrame(at: index) { return resident }
        return try decode(index, isCancelled)
    }

    /// Decodes the frame that is shown soonest and not in memory. Blocks until it is there.
    ///
    /// - Returns: Whether there may be more to do; `false` once the budget is used up.
    /// - Throws: As ``frame(at:isCancelled:)``.
    @discardableResult
    public func decodeAhead(
        isCancelled: @escaping @Sendable () -> Bool = { false }
    ) throws -> Bool {
        guard let index = window.withLock({ $0.nextMissing }) else { return false }
        _ = try decode(index, isCancelled)
        return true
    }

    /// Forgets all decoded frames; they are decoded anew when they are wanted.
    public func removeResidentFrames() {
        window.withLock { $0.removeAll() }
    }

    private func decode(
        _ index: Int, _ isCancelled: @escaping @Sendable () -> Bool
    ) throws -> Bitmap {
        let frame = try decoder.frame(at: index, isCancelled: isCancelled)
        window.withLock { $0.insert(frame, at: index) }
        return frame
    }
}
