/// Which frame of an animation is shown at which time.
///
/// Pure: time is counted from the moment at which the first frame was shown, pauses left out.
struct FrameTimeline {
    /// When each frame of a run ends.
    private let ends: [Duration]
    private let loopCount: Int

    init(delays: [Duration], loopCount: Int) {
        var end = Duration.zero
        ends = delays.map { delay in
            end += delay
            return end
        }
        self.loopCount = loopCount
    }
}

extension FrameTimeline {
    /// How long one run takes.
    private var length: Duration { ends.last ?? .zero }

    /// Whether the last run is over. The last frame stays.
    func isOver(at time: Duration) -> Bool {
        guard length > .zero else { return true }
        return loopCount > 0 && time / length >= Double(loopCount)
    }

    /// The frame that is shown at `time`.
    func frame(at time: Duration) -> Int {
        guard !isOver(at: time) else { return max(0, ends.count - 1) }
        let place = time - length * Int(time / length)
        return ends.firstIndex { place < $0 } ?? 0
    }
}
