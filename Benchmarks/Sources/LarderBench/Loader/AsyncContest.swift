/// ``Contest`` for work that suspends.
struct AsyncContest {
    /// Does its work once and returns how many operations that were.
    typealias Run = () async throws -> Int

    private var contestants: [(name: String, run: Run)] = []

    mutating func add(_ name: String, _ run: @escaping Run) {
        contestants.append((name, run))
    }

    /// Runs everybody once to warm up, then `rounds` times, in a rotating order.
    func hold(rounds: Int) async throws -> Contest.Outcome {
        var times = [[Double]](repeating: [], count: contestants.count)
        for contestant in contestants { _ = try await contestant.run() }
        for round in 0..<rounds {
            for turn in contestants.indices {
                let index = (turn + round) % contestants.count
                let start = ContinuousClock.now
                let operations = try await contestants[index].run()
                let nanoseconds = start.duration(to: .now) / .nanoseconds(1)
                times[index].append(nanoseconds / Double(max(operations, 1)))
            }
        }
        return Contest.Outcome(names: contestants.map(\.name), times: times)
    }
}
