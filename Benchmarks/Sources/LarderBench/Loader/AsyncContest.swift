/// ``Contest`` for work that suspends.
struct AsyncContest {
    /// Does its work once and returns how many operations that were.
    typealias Run = () async throws -> Int

    /// Each is set up, runs, and tells how long one operation took, in nanoseconds.
    private var contestants: [(name: String, turn: () async throws -> Double)] = []

    mutating func add(_ name: String, _ run: @escaping Run) {
        add(name, prepare: {}, run: { _ in try await run() })
    }

    /// What `prepare` and `end` take is not counted.
    mutating func add<Setting>(
        _ name: String, prepare: @escaping () async throws -> Setting,
        run: @escaping (Setting) async throws -> Int,
        end: @escaping (Setting) async -> Void = { _ in }
    ) {
        let turn = {
            let setting = try await prepare()
            let start = ContinuousClock.now
            let operations = try await run(setting)
            let nanoseconds = start.duration(to: .now) / .nanoseconds(1)
            await end(setting)
            return nanoseconds / Double(max(operations, 1))
        }
        contestants.append((name, turn))
    }

    /// Runs everybody once to warm up, then `rounds` times, in a rotating order.
    func hold(rounds: Int) async throws -> Contest.Outcome {
        var times = [[Double]](repeating: [], count: contestants.count)
        for contestant in contestants { _ = try await contestant.turn() }
        for round in 0..<rounds {
            for turn in contestants.indices {
                let index = (turn + round) % contestants.count
                times[index].append(try await contestants[index].turn())
            }
        }
        return Contest.Outcome(names: contestants.map(\.name), times: times)
    }
}
