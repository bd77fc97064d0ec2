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
    ///   - limit: How many rows are named at most. 24 by default.
    ///   - loadTime: How long a load is taken to last. 0.2 s by default.
    ///   - horizon: How far ahead is looked. 1 s by default.
    public init(
        limit: Int = 24, loadTime: Duration = .milliseconds(200), horizon: Duration = .seconds(1)
    ) {
        self.limit = max(0, limit)
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
        measure(visible, moment)
        self.visible = visible
        self.moment = moment
        let rows = 0..<max(0, count)
        let named = abs(velocity) < 1 ? aroundRest() : ahead()
        return Array(named.lazy.filter { rows.contains($0) }.prefix(limit))
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

    private func aroundRest() -> [Int] {
        let reach = max(1, min(visible.count, limit / 2))
        return (0..<reach).flatMap { [visible.upperBound + $0, visible.lowerBound - 1 - $0] }
    }

    private func ahead() -> [Int] {
        let speed = min(abs(velocity), 1e6)
        let passed = max(0, Int(speed * (loadTime / .seconds(1))) - visible.count)
        guard passed < limit * 4 else { return [] }
        let reach = visible.count + Int(speed * (horizon / .seconds(1)))
        return (passed..<max(passed, reach)).prefix(limit).map { distance in
            velocity > 0 ? visible.upperBound + distance : visible.lowerBound - 1 - distance
        }
    }
}
