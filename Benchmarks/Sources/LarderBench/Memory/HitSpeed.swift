import Larder

/// How long a hit takes, beside other caches.
struct HitSpeed {
    let entries: Int
    let rounds: Int
}

extension HitSpeed {
    func measure(_ report: Report) throws {
        let keys = Self.keys(count: entries)
        let dictionary = DictionaryPeer<String>()
        let foundation = FoundationPeer<String>(capacity: entries)
        let larder = MemoryCache<String, Picture>(capacity: .bytes(entries * 2)) { _ in .bytes(1) }
        for (number, key) in keys.enumerated() {
            larder[key] = Picture(number)
            dictionary.insert(Picture(number), for: key)
            foundation.insert(Picture(number), for: key, cost: 1)
        }
        var contest = Contest()
        contest.add("Mutex<Dictionary>") { Self.visit(keys) { dictionary.value(for: $0) } }
        contest.add("Larder") { Self.visit(keys) { larder.value(for: $0) } }
        contest.add("NSCache") { Self.visit(keys) { foundation.value(for: $0) } }
        let outcome = try contest.hold(rounds: rounds)
        var table = Table("A hit, 60-byte String key", columns: ["cache", "ns", "× dictionary"])
        for name in outcome.names {
            let ratio = outcome.ratio(name, to: "Mutex<Dictionary>").median
            table.add(
                name,
                [
                    .figure(outcome.nanoseconds(name).median, digits: 0),
                    .figure(ratio, digits: 2),
                ])
        }
        report.add(table)
    }

    private static func visit(_ keys: [String], _ look: (String) -> Picture?) -> Int {
        var sum = 0
        for key in keys { sum &+= look(key)?.number ?? 0 }
        consume(sum)
        return keys.count
    }

    /// Keys of 60 bytes, as long as a picture's URL commonly is.
    private static func keys(count: Int) -> [String] {
        (0..<count).map { number in
            let digits = String(number)
            let zeros = String(repeating: "0", count: 12 - digits.count)
            return "https://images.example.org/photos/large/" + zeros + digits + "@2x.webp"
        }
    }
}
