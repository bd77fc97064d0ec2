import LarderTesting

/// Requests as readers make them.
enum RequestPattern {
    /// A feed read from end to end, whose readers now and then turn back by up to 300 pictures.
    static func feed(requests: Int) -> [Int] {
        var random = SeededGenerator(seed: 11)
        var keys: [Int] = []
        var place = 0
        while keys.count < requests {
            let next = place + Int.random(in: 1..<12, using: &random)
            keys += place..<next
            place = next
            guard Int.random(in: 0..<10, using: &random) < 3 else { continue }
            let back = max(0, place - Int.random(in: 1..<300, using: &random))..<place
            keys += back.reversed()
            keys += back
        }
        return Array(keys.prefix(requests))
    }

    /// A hundred pictures that stay of interest, between long rows of what is seen once.
    static func scans(requests: Int) -> [Int] {
        var random = SeededGenerator(seed: 12)
        return (0..<requests).map { number in
            number % 3 == 0 ? Int.random(in: 0..<100, using: &random) : 1_000_000 + number
        }
    }
}
