import Foundation

/// How much faster two threads find values than one.
struct Threads {
    let report: Report
    let rounds: Int

    /// One way to find values.
    private struct Way {
        let name: String
        /// Looks all keys up once, as one of two threads.
        let pass: @Sendable (_ thread: Int) -> Void
    }
}

extension Threads {
    /// Two threads on two cores, each visiting all keys in an order of its own, against one.
    ///
    /// Two ways show what the machine and the language leave to be had. In a constant dictionary
    /// nothing is written but the counts of references to keys and values, which any cache that
    /// hands out objects writes. Two dictionaries with keys and values of their own share nothing.
    /// All take turns within a round, as what two cores share may change from one to the next.
    func measure() throws {
        let keys = SpeedKeys.strings(0..<10_000)
        let peers = Peers<String>(capacity: keys.count * 2)
        peers.all(do: Fill(keys: keys))
        let ways = [
            visits(of: peers.larder, keys, "Larder"),
            visits(of: peers.dictionary, keys, "Mutex<Dictionary>"),
            visits(of: peers.linked, keys, "linked LRU"),
            constantDictionary(keys), dictionaryForEach(keys),
        ]
        let outcome = try contest(ways).hold(rounds: rounds)
        var table = Table("Hits of two threads, × one thread's rate", columns: ["cache", "×"])
        let gains = ways.map { way in
            outcome.ratio(Self.one(way), to: Self.two(way)).median
        }
        for (way, gain) in zip(ways, gains) { table.add(way.name, [gain], digits: 2) }
        report.add(table)
        report.check(.twoThreads, gains[0])
    }

    private func visits(
        of peer: some SpeedPeer<String> & Sendable, _ keys: [String], _ name: String
    ) -> Way {
        let order = keys.shuffledAlike()
        let visits = [Visit(keys: order), Visit(keys: order.reversed())]
        return Way(name: name) { _ = visits[$0].run(on: peer) }
    }

    private func constantDictionary(_ keys: [String]) -> Way {
        let pairs = keys.enumerated().map { ($0.element, Picture($0.offset)) }
        let values = Dictionary(uniqueKeysWithValues: pairs)
        let order = keys.shuffledAlike()
        let orders = [order, order.reversed()]
        return Way(name: "a constant Dictionary, no lock") { thread in
            var sum = 0
            for key in orders[thread] { sum &+= values[key]?.number ?? 0 }
            consume(sum)
        }
    }

    private func dictionaryForEach(_ keys: [String]) -> Way {
        let sides = [keys, SpeedKeys.strings(0..<keys.count)].map { keys in
            let peer = DictionaryPeer<String>()
            _ = Fill(keys: keys).run(on: peer)
            return (peer: peer, visit: Visit(keys: keys.shuffledAlike()))
        }
        return Way(name: "a Mutex<Dictionary> for each") {
            _ = sides[$0].visit.run(on: sides[$0].peer)
        }
    }

    private func contest(_ ways: [Way]) -> Contest {
        var contest = Contest()
        let passes = 20
        for way in ways {
            contest.add(Self.one(way)) {
                for _ in 0..<passes { way.pass(0) }
                return passes
            }
            contest.add(Self.two(way)) {
                DispatchQueue.concurrentPerform(iterations: 2) { thread in
                    for _ in 0..<passes { way.pass(thread) }
                }
                return 2 * passes
            }
        }
        return contest
    }

    private static func one(_ way: Way) -> String { way.name + ", one thread" }
    private static func two(_ way: Way) -> String { way.name + ", two threads" }
}

extension Threshold {
    fileprivate static let twoThreads = atLeast(1.7, "hits of two threads, × one thread's rate")
}
