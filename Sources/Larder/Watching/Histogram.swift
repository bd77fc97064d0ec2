/// How often something took how long, in steps of about a half.
///
/// The upper bounds run 1, 2, 5, 10 … from a microsecond to 50 seconds; what took longer is counted
/// above the last.
public struct Histogram: Sendable, Hashable, Codable {
    /// The upper bounds in seconds, inclusive, ascending.
    public static let bounds: [Double] = [
        1e-6, 2e-6, 5e-6, 1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3,
        0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50,
    ]

    /// How many fell under each bound and above the one before it; last, how many were above all.
    public private(set) var counts = [Int](repeating: 0, count: Self.bounds.count + 1)
    /// What all of them took together, in seconds.
    public private(set) var sum = 0.0

    /// Makes an empty histogram.
    public init() {}
}

extension Histogram {
    /// How many were counted.
    public var count: Int { counts.reduce(0, +) }

    /// The bound that at least `share` of all did not pass, in seconds; `nil` when there were none,
    /// infinite when it lies above the last bound.
    public func bound(ofShare share: Double) -> Double? {
        let wanted = share * Double(count)
        guard count > 0 else { return nil }
        var sum = 0
        for (place, number) in counts.enumerated() {
            sum += number
            if Double(sum) >= wanted, sum > 0 {
                return place < Self.bounds.count ? Self.bounds[place] : .infinity
            }
        }
        return .infinity
    }

    mutating func add(_ duration: Duration) {
        let seconds = max(0, duration.seconds)
        counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
        sum += seconds
    }
}
