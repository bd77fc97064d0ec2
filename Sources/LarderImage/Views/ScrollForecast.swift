/// What a list will show next, told from how it moves.
///
/// Pure: give it the visible rows whenever they change, and it names the rows to prefetch.
///
/// - A list at rest gets what lies close on either side.
/// - One that moves gets what lies ahead, farther the faster it moves, and nothing behind.
/// - Rows that will have gone by before a load could end are left out, so that a fling loads
///   only where it will be and not what it passes. One that is faster still gets nothing.
///
/// The speed is a running mean over about 0.1 s, so that one late frame is no stop. A visible
/// row is never among the rows named.
public struct ScrollForecast: Sendable {
    /// How many rows are named at most.
    public let limit: Int
    /// How long a load is taken to last.
    public let loadTime: Duration
    /// How far ahead is looked.
    public let horizon: Duration

    private var visible = 0..<0
    private var moment: Duration?
    /// Rows a second; positive when the list moves towards its end.
    public private(set) var velocity = 0.0

    /// Makes a forecast for a list at rest.
    ///
    /// - Parameters:
    ///   - limit: How many rows are named at most, up to 10,000. 24 by default.
    ///   - loadTime: How long a load is taken to last; less than nothing is nothing. 0.2 s by
    ///     default.
    ///   - horizon: How far ahead is looked; less than nothing is nothing. 1 s by default.
    public init(
        limit: Int = 24, loadTime: Duration = .milliseconds(200), horizon: Duration = .seconds(1)
    ) {
        self.limit = min(max(0, limit), 10_000)
        self.loadTime = loadTime
        self.horizon = horizon
    }
}

extension ScrollForecast {
    /// The rows to prefetch, most wanted first.
    ///
    /// - Parameters:
    ///   - visible: The rows in view.
    ///   - count: How many rows the list has.
    ///   - moment: When that is, read off any clock that does not go back.
    public mutating func rows(
        besides visible: Range<Int>, of count: Int, at moment: Duration
    ) -> [Int] {
        let rows = 0..<max(0, count)
        let visible = visible.clamped(to: rows)
        measure(visible, moment)
        self.visible = visible
        self.moment = moment
        let after = visible.upperBound..<rows.upperBound
        let before = (rows.lowerBound..<visible.lowerBound).reversed()
        if abs(velocity) < 1 { return Array(around(after, before).prefix(limit)) }
        return velocity > 0 ? ahead(in: after) : ahead(in: before)
    }

    /// Takes the list to be at rest, where it was seen last.
    public mutating func stop() {
        velocity = 0
        moment = nil
    }

    private mutating func measure(_ visible: Range<Int>, _ moment: Duration) {
        guard let last = self.moment, !self.visible.isEmpty, !visible.isEmpty else { return }
        let time = (moment - last) / .seconds(1)
        guard time > 0 else { return }
        let moved = Double(visible.lowerBound - self.visible.lowerBound)
        // Whole rows are a coarse measure of a movement, so one change is not believed at once.
        let share = min(1, time / 0.1)
        velocity += (moved / time - velocity) * share
    }

    /// The closest on either side, in turn.
    private func around(_ after: Range<Int>, _ before: ReversedCollection<Range<Int>>) -> [Int] {
        let reach = max(1, min(visible.count, limit / 2))
        return (0..<reach).flatMap { distance in
            [after.dropFirst(distance).first, before.dropFirst(distance).first].compactMap { $0 }
        }
    }

    /// What of `rows`, the closest first, will come within sight and not have gone by.
    private func ahead(in rows: some RandomAccessCollection<Int>) -> [Int] {
        let seen = min(visible.count, Self.farthest)
        let passed = max(0, distance(in: loadTime) - seen)
        guard passed / 4 < limit else { return [] }
        let reach = seen + distance(in: horizon)
        return Array(rows.dropFirst(passed).prefix(max(0, min(limit, reach - passed))))
    }

    /// How far the list moves in `time`.
    private func distance(in time: Duration) -> Int {
        Int(max(0, min(min(abs(velocity), 1e6) * (time / .seconds(1)), Double(Self.farthest))))
    }

    private static let farthest = 1_000_000_000
}
