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

    /// No trap, nothing without end, and nothing that is not there.
    @Test(
        arguments: [Int.min, -1, 0, 1, .max],
        [Duration.seconds(Int64.min), .zero, .seconds(Int64.max)])
    func `any numbers can be reckoned with`(number: Int, time: Duration) {
        for count in [0, 1000, Int.max] {
            for visible in [0..<10, 990..<1000, Int.max - 10..<Int.max, 0..<Int.max, -9..<3] {
                var forecast = ScrollForecast(limit: number, loadTime: time, horizon: time)
                for (start, moment) in [(visible, 0), (visible.lowerBound..<visible.upperBound, 1)]
                {
                    let named = forecast.rows(besides: start, of: count, at: .seconds(moment))
                    #expect(named.count <= max(0, number))
                    #expect(named.allSatisfy { (0..<count).contains($0) && !visible.contains($0) })
                }
                let back = forecast.rows(besides: 0..<10, of: count, at: .milliseconds(1001))
                #expect(back.allSatisfy { (10..<max(10, count)).contains($0) })
                let far = forecast.rows(besides: 500..<510, of: count, at: .milliseconds(1050))
                #expect(far.allSatisfy { (0..<count).contains($0) && !(500..<510).contains($0) })
            }
        }
    }

    @Test func `the end of a list of any length is prefetched`() {
        var forecast = ScrollForecast(limit: 4)
        let end = Int.max - 13..<Int.max - 3
        let named = forecast.rows(besides: end, of: .max, at: .zero)
        #expect(named == [.max - 3, .max - 14, .max - 2, .max - 15])
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
