/// Several measurements of one thing.
struct Samples: Sendable {
    private var sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    /// The middle value, or NaN without any.
    var median: Double { percentile(50) }

    /// The mean value, or NaN without any.
    var mean: Double { sorted.reduce(0, +) / Double(sorted.count) }

    /// The value that `percent` of the samples do not exceed (nearest rank), or NaN without any.
    func percentile(_ percent: Double) -> Double {
        guard !sorted.isEmpty else { return .nan }
        let rank = (percent / 100 * Double(sorted.count)).rounded(.up)
        return sorted[min(max(Int(rank) - 1, 0), sorted.count - 1)]
    }
}
