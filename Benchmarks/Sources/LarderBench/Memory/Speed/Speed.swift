/// How long `MemoryCache` takes, beside a locked dictionary, a list of linked nodes and `NSCache`.
struct Speed {
    let report: Report
    let rounds: Int
    private typealias Name = Peers<String>.Name
}

extension Speed {
    /// Runs all contests and holds what comes out to the thresholds.
    func measure() throws {
        let strings = SpeedKeys.strings(0..<10_000)
        let hit = try hits(strings, "String")
        report.check(.hit, hit.ratio(Name.larder, to: Name.dictionary).median)
        report.check(.hitToFoundation, hit.ratio(Name.larder, to: Name.foundation).median)
        _ = try hits(SpeedKeys.urls(0..<10_000), "URL")
        _ = try hits(SpeedKeys.hashed(0..<10_000), "hashed")
        try misses(strings)
        try fills(strings)
        let few = try evictions(10_000, rounds: rounds)
        let many = try evictions(1_000_000, rounds: max(rounds / 2, 3))
        report.check(.evictFew, few.ratio)
        report.check(.evictMany, many.ratio)
        report.check(.evictAlike, Self.apart(few.ratio, many.ratio))
        report.check(.evictAlikeInTime, Self.apart(few.time, many.time))
        try mixes(SpeedKeys.strings(0..<100_000))
    }

    private func hits<Key: Hashable & Sendable>(
        _ keys: [Key], _ kind: String
    ) throws -> Contest.Outcome {
        let peers = Peers<Key>(capacity: keys.count * 2)
        peers.all(do: Fill(keys: keys))
        let visit = Visit(keys: keys.shuffledAlike())
        return try hold(peers.contest { _ in visit }, "A hit among \(keys.count), \(kind) key")
    }

    private func misses(_ keys: [String]) throws {
        let peers = Peers<String>(capacity: keys.count * 2)
        peers.all(do: Fill(keys: keys))
        let visit = Visit(keys: SpeedKeys.strings(1_000_000..<1_010_000))
        _ = try hold(peers.contest { _ in visit }, "A miss among \(keys.count), String key")
    }

    /// Stores of new keys in the emptied dictionary are not to be had, so all fill new caches.
    private func fills(_ keys: [String]) throws {
        var contest = Contest(threadTime: true)
        let fill = Fill(keys: keys)
        let room = keys.count * 2
        contest.add(Name.dictionary) {
            DictionaryPeer<String>()
        } run: {
            fill.run(on: $0)
        }
        contest.add(Name.larder) {
            LarderPeer<String>(capacity: room)
        } run: {
            fill.run(on: $0)
        }
        contest.add(Name.linked) {
            LinkedPeer<String>(capacity: room)
        } run: {
            fill.run(on: $0)
        }
        _ = try hold(contest, "A store below capacity, up to \(keys.count), String key")
    }

    /// How many times the lesser the greater is.
    private static func apart(_ one: Double, _ other: Double) -> Double {
        max(one, other) / min(one, other)
    }

    /// Stores under new keys in full caches. The dictionary, which cannot evict, replaces.
    private func evictions(
        _ count: Int, rounds: Int
    ) throws -> (time: Double, ratio: Double) {
        let keys = SpeedKeys.strings(0..<count)
        let peers = Peers<String>(capacity: count, withFoundation: false)
        peers.all(do: Fill(keys: keys))
        let batch = 10_000
        let present = Fill(keys: Array(keys.shuffledAlike().prefix(batch)))
        var next = count
        let contest = peers.contest { name in
            if name == Name.dictionary { return present }
            next += batch
            return Fill(keys: SpeedKeys.strings(next - batch..<next))
        }
        let outcome = try hold(contest, "A store that evicts one of \(count), String key", rounds)
        return (
            outcome.nanoseconds(Name.larder).median,
            outcome.ratio(Name.larder, to: Name.dictionary).median
        )
    }

    private func mixes(_ keys: [String]) throws {
        let peers = Peers<String>(capacity: keys.count / 10, withFoundation: false)
        let mix = Mix(keys: keys.zipfDraws(100_000))
        let contest = peers.contest { _ in mix }
        _ = try hold(
            contest, "Zipf over \(keys.count), a store at each miss; the dictionary holds all")
    }

    private func hold(
        _ contest: Contest, _ title: String, _ rounds: Int? = nil
    ) throws -> Contest.Outcome {
        let outcome = try contest.hold(rounds: rounds ?? self.rounds)
        var table = Table(title, columns: ["cache", "ns", "× dictionary"])
        for name in outcome.names {
            let time = outcome.nanoseconds(name).median
            let ratio = outcome.ratio(name, to: Name.dictionary).median
            table.add(name, [.figure(time, digits: 0), .figure(ratio, digits: 2)])
        }
        report.add(table)
        return outcome
    }
}

extension Threshold {
    fileprivate static let hit = atMost(1.3, "hit, String key, × Mutex<Dictionary>")
    fileprivate static let hitToFoundation = atMost(0.2, "hit, String key, × NSCache")
    fileprivate static let evictFew = atMost(
        3, "store that evicts at 10,000, × replace in Mutex<Dictionary>")
    fileprivate static let evictMany = atMost(
        3, "store that evicts at 1,000,000, × replace in Mutex<Dictionary>")
    fileprivate static let evictAlike = atMost(2, "the larger of these two over the smaller")
    fileprivate static let evictAlikeInTime = atMost(
        2, "store that evicts at 1,000,000, × one at 10,000, or the other way round")
}
