import Foundation

/// Times several ways to do the same, in turns.
///
/// On a machine that does other work too, a figure alone means little. Each round runs every
/// contestant once, one right after the other and in a rotating order, so what disturbs a round
/// disturbs all; ratios are taken within a round, and their median over the rounds is reported.
struct Contest {
    /// Does its work once and returns how many operations that were.
    typealias Run = () throws -> Int

    /// Makes ready for one turn, untimed, and returns the turn.
    private typealias Prepare = () throws -> Run

    private var contestants: [(name: String, prepare: Prepare)] = []
    private let clock: clockid_t

    /// Makes a contest without contestants.
    ///
    /// - Parameter threadTime: Whether the time that the thread spends on a core is what counts,
    ///   and not the time that passes. Right for work on one thread that never waits: what other
    ///   programs take is then left out.
    init(threadTime: Bool = false) {
        clock = threadTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC
    }

    mutating func add(_ name: String, _ run: @escaping Run) {
        contestants.append((name, { run }))
    }

    /// Adds a contestant whose `run` is timed from when `prepare` has made what it works on.
    mutating func add<Prepared>(
        _ name: String, prepare: @escaping () throws -> Prepared,
        run: @escaping (Prepared) throws -> Int
    ) {
        contestants.append(
            (
                name,
                {
                    let prepared = try prepare()
                    return { try run(prepared) }
                }
            ))
    }

    /// Runs everybody once to warm up, then `rounds` times.
    func hold(rounds: Int) throws -> Outcome {
        var times = [[Double]](repeating: [], count: contestants.count)
        for contestant in contestants { _ = try contestant.prepare()() }
        for round in 0..<rounds {
            for turn in contestants.indices {
                let index = (turn + round) % contestants.count
                let run = try contestants[index].prepare()
                times[index].append(try nanosecondsPerOperation(run))
            }
        }
        return Outcome(names: contestants.map(\.name), times: times)
    }

    private func nanosecondsPerOperation(_ run: Run) throws -> Double {
        let start = nanoseconds
        let operations = try run()
        return (nanoseconds - start) / Double(max(operations, 1))
    }

    private var nanoseconds: Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
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
