import Foundation
import LarderTesting

/// The keys of the speed contests.
enum SpeedKeys {
    /// Names of 60 bytes, as long as a picture's URL commonly is.
    static func strings(_ numbers: Range<Int>) -> [String] {
        numbers.map { number in
            let digits = String(number)
            let zeros = String(repeating: "0", count: 12 - digits.count)
            return "https://images.example.org/photos/large/" + zeros + digits + "@2x.webp"
        }
    }

    static func urls(_ numbers: Range<Int>) -> [URL] {
        strings(numbers).compactMap { URL(string: $0) }
    }

    static func hashed(_ numbers: Range<Int>) -> [HashedKey] {
        numbers.map { HashedKey(high: UInt64($0) &* 0x9E37_79B9_7F4A_7C15, low: UInt64($0)) }
    }
}

/// A key that was hashed to 128 bits before.
struct HashedKey: Hashable, Sendable {
    let high: UInt64
    let low: UInt64

    func hash(into hasher: inout Hasher) {
        hasher.combine(low)
    }
}

extension Array {
    /// The elements in an order that is random and the same in every run.
    func shuffledAlike() -> [Element] {
        var random = SeededGenerator(seed: 1)
        return shuffled(using: &random)
    }

    /// `count` draws of which the element at n is asked for in proportion to 1/(n + 1).
    func zipfDraws(_ draws: Int) -> [Element] {
        var random = SeededGenerator(seed: 2)
        var sum = 0.0
        let sums = indices.map { index in
            sum += 1 / Double(index + 1)
            return sum
        }
        return (0..<draws).map { _ in
            let draw = Double.random(in: 0..<sum, using: &random)
            var range = 0..<count - 1
            while !range.isEmpty {
                let middle = (range.lowerBound + range.upperBound) / 2
                if sums[middle] > draw {
                    range = range.lowerBound..<middle
                } else {
                    range = middle + 1..<range.upperBound
                }
            }
            return self[range.lowerBound]
        }
    }
}
