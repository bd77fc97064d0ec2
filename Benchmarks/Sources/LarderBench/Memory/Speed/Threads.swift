import Foundation

/// How much faster two threads find values than one.
struct Threads {
    let report: Report
    let rounds: Int
}

extension Threads {
    /// Two threads on two cores, each visiting all keys in an order of its own, against one.
    func measure() throws {
        let keys = SpeedKeys.strings(0..<10_000)
        let peers = Peers<String>(capacity: keys.count * 2)
        peers.all(do: Fill(keys: keys))
        var table = Table("Hits of two threads, × one thread's rate", columns: ["cache", "×"])
        let larder = try gain(peers.larder, keys)
        table.add("Larder", [larder], digits: 2)
        table.add("Mutex<Dictionary>", [try gain(peers.dictionary, keys)], digits: 2)
        table.add("linked LRU", [try gain(peers.linked, keys)], digits: 2)
        report.add(table)
        report.check(.twoThreads, larder)
    }

    private func gain(_ peer: some SpeedPeer<String> & Sendable, _ keys: [String]) throws -> Double
    {
        let order = keys.shuffledAlike()
        let visits = [Visit(keys: order), Visit(keys: order.reversed())]
        var contest = Contest()
        let passes = 20
        contest.add("one") {
            for _ in 0..<passes { _ = visits[0].run(on: peer) }
            return passes * keys.count
        }
        contest.add("two") {
            DispatchQueue.concurrentPerform(iterations: 2) { thread in
                for _ in 0..<passes { _ = visits[thread].run(on: peer) }
            }
            return 2 * passes * keys.count
        }
        return try contest.hold(rounds: rounds).ratio("one", to: "two").median
    }
}

extension Threshold {
    fileprivate static let twoThreads = atLeast(1.7, "hits of two threads, × one thread's rate")
}
