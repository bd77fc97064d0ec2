/// Times several ways to do the same, in turns.
///
/// On a machine that does other work too, a figure alone means little. Each round runs every
/// contestant once, one right after the other and in a rotating order, so what disturbs a round
/// disturbs all; ratios are taken within a round, and their median over the rounds is reported.
struct Contest {
    /// Does its work once and returns how many operations that were.
    typealias Run = () throws -> Int

    private var contestants: [(name: String, run: Run)] = []

    mutating func add(_ name: String, _ run: @escaping Run) {
        contestants.append((name, run))
    }

    /// Runs everybody once to warm up, then `rounds` times.
    func hold(rounds: Int) throws -> Outcome {
        var times = [[Double]](repeating: [], count: contestants.count)
        for contestant in contestants { _ = try contestant.run() }
        for round in 0..<rounds {
            for turn in contestants.indices {
                let index = (turn + round) % contestants.count
                times[index].append(try Self.nanosecondsPerOperation(contestants[index].run))
            }
        }
        return Outcome(names: contestants.map(\.name), times: times)
    }

    private static func nanosecondsPerOperation(_ run: Run) throws -> Double {
        let start = ContinuousClock.now
        let operations = try run()
        let elapsed = start.duration(to: .now).components
        let nanoseconds = Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
        return nanoseconds / Double(max(operations, 1))
    }
}

extension Contest {
    /// The times of all rounds.
    struct Outcome: Sendable {
        let names: [String]
        /// Nanoseconds an operation, by contestant and round.
        let times: [[Double]]

        /// The times of contestant `name`, in nanoseconds an operation.
        func nanoseconds(_ name: String) -> Samples {
            Samples(row(name))
        }

        /// How many times longer `name` took than `other`, within each round.
        func ratio(_ name: String, to other: String) -> Samples {
            Samples(zip(row(name), row(other)).map { $0 / $1 })
        }

        private func row(_ name: String) -> [Double] {
            names.firstIndex(of: name).map { times[$0] } ?? []
        }
    }
}

/// Keeps the optimizer from dropping the work that made `value`.
@inline(never)
func consume<Value>(_ value: borrowing Value) {}
