import Larder

/// The frames of an animation that are in memory: as many as the budget allows, the ones that
/// are shown next first.
///
/// Frames are shown in a circle, so the frame that was shown last is the one needed last: when
/// there are too many, the one farthest ahead of the place that is shown goes. What was asked for
/// is given out even if the budget cannot hold it.
struct FrameWindow {
    private(set) var frames: [Int: Bitmap] = [:]
    private(set) var cost = ByteCount.zero
    private var shown = 0
    let count: Int
    let budget: ByteCount

    init(count: Int, budget: ByteCount) {
        self.count = count
        self.budget = budget
    }
}

extension FrameWindow {
    /// The frame if it is in memory. The place that is shown moves there.
    mutating func show(_ index: Int) -> Bitmap? {
        shown = index
        return frames[index]
    }

    /// Keeps a frame, if it is nearer to be shown than what it would push out.
    mutating func insert(_ frame: Bitmap, at index: Int) {
        remove(index)
        frames[index] = frame
        cost = cost + frame.cost
        while cost > budget, let farthest = frames.keys.max(by: isNearer) { remove(farthest) }
    }

    /// The frame to decode ahead, or `nil` if all are there or the budget is used up.
    var nextMissing: Int? {
        guard let size = frames.values.first?.cost, size.bytes > 0 else { return nil }
        let fits = min(count, budget.bytes / size.bytes)
        return (0..<fits).lazy.map { (shown + $0) % count }.first { frames[$0] == nil }
    }

    /// Forgets all frames.
    mutating func removeAll() {
        frames = [:]
        cost = .zero
    }

    private mutating func remove(_ index: Int) {
        guard let old = frames.removeValue(forKey: index) else { return }
        cost = cost - old.cost
    }

    private func isNearer(_ lhs: Int, _ rhs: Int) -> Bool { distance(lhs) < distance(rhs) }

    /// Steps from the place that is shown.
    private func distance(_ index: Int) -> Int { (index - shown + count) % count }
}
