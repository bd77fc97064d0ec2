import LarderImage
import LarderTesting
import Testing

struct ScrollForecastTests {
    /// Scrolls at `rows` a second, 60 times a second, until the speed is known.
    private func forecast(_ rows: Double, from start: Int, limit: Int = 24) -> (Range<Int>, [Int]) {
        var forecast = ScrollForecast(limit: limit)
        var visible = 0..<0
        var named: [Int] = []
        for step in 0..<120 {
            let first = start + Int((Double(step) * rows / 60).rounded())
            visible = first..<first + 10
            named = forecast.rows(
                besides: visible, of: 100_000, at: .milliseconds(step * 1000 / 60))
        }
        return (visible, named)
    }

    @Test func `a list at rest gets what lies close on either side`() {
        let (_, named) = forecast(0, from: 100)
        #expect(named.prefix(4) == [110, 99, 111, 98])
        #expect(named.count == 20)
    }

    @Test func `a slow list gets what lies ahead and nothing behind`() {
        let (visible, named) = forecast(10, from: 100)
        #expect(named.first == visible.upperBound)
        #expect(named.allSatisfy { $0 >= visible.upperBound })
        #expect(named == Array(visible.upperBound..<visible.upperBound + named.count))
    }

    @Test func `a list that moves back gets what lies before`() {
        let (visible, named) = forecast(-10, from: 1000)
        #expect(named.first == visible.lowerBound - 1)
        #expect(named.allSatisfy { $0 < visible.lowerBound })
    }

    @Test func `a fast list gets where it will be, not what it passes`() throws {
        let (visible, named) = forecast(120, from: 0)
        let first = try #require(named.first)
        #expect((visible.upperBound + 12...visible.upperBound + 16).contains(first))
        #expect(named.count == 24)
    }

    @Test func `a fling too fast for any load gets nothing`() {
        let (_, named) = forecast(3000, from: 0)
        #expect(named.isEmpty)
    }

    @Test func `after a stop the list is at rest`() {
        var forecast = ScrollForecast()
        _ = forecast.rows(besides: 0..<10, of: 1000, at: .zero)
        _ = forecast.rows(besides: 50..<60, of: 1000, at: .milliseconds(100))
        #expect(forecast.velocity > 100)
        forecast.stop()
        #expect(forecast.rows(besides: 50..<60, of: 1000, at: .seconds(9)).first == 60)
    }

    @Test func `whatever happens, rows are in the list, unseen, few and named once`() {
        var random = SeededGenerator(seed: 11)
        var forecast = ScrollForecast(limit: 16)
        var moment = Duration.zero
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...500, using: &random)
            let first = Int.random(in: 0...max(0, count), using: &random)
            let end = min(count, first + Int.random(in: 0...20, using: &random))
            let visible = first..<max(first, end)
            moment += .milliseconds(Int.random(in: 0...300, using: &random))
            let named = forecast.rows(besides: visible, of: count, at: moment)
            #expect(named.count <= 16 && Set(named).count == named.count)
            #expect(named.allSatisfy { (0..<count).contains($0) && !visible.contains($0) })
        }
    }
}
