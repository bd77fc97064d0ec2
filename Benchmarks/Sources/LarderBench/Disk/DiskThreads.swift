import Foundation
import Larder

/// Look-ups by two threads at once.
struct DiskThreads {
    let report: Report
    let rounds: Int
}

extension DiskThreads {
    private static let count = 10_000
    private static let size = 1_000
    private static let passes = 4

    func measure() throws {
        let (bare, larder) = try DiskSpeed.filled(Self.count, size: Self.size)
        let order = Array(0..<Self.count).shuffledAlike()
        let orders = [order, order.reversed()]
        var table = Table("Look-ups of 1 KB by two threads, × one", columns: ["", "×"])
        table.add("bare pread", [try gain(bare, orders)], digits: 2)
        let gained = try gain(larder, orders)
        table.add("Larder", [gained], digits: 2)
        report.add(table)
        report.check(.atLeast(1.8, "look-ups by two threads, × one's rate"), gained)
    }

    private func gain(_ peer: some DiskPeer, _ orders: [[Int]]) throws -> Double {
        let crew = Crew(peer: peer, orders: orders, size: Self.size, passes: Self.passes)
        var contest = Contest()
        contest.add("one") { crew.run(threads: 1) }
        contest.add("two") { crew.run(threads: 2) }
        return try contest.hold(rounds: 2 * rounds + 1).ratio("one", to: "two").median
    }

    // Safe because both peers are: one reads at given offsets, the other is `DiskCache`.
    private struct Crew<Peer: DiskPeer>: @unchecked Sendable {
        let peer: Peer
        let orders: [[Int]]
        let size: Int
        let passes: Int

        func run(threads: Int) -> Int {
            DispatchQueue.concurrentPerform(iterations: threads) { thread in
                for _ in 0..<passes {
                    // What is missing was found missing in the warm-up already.
                    consume(try? peer.lookAllUp(orders[thread], size: size))
                }
            }
            return threads * passes * orders[0].count
        }
    }
}
