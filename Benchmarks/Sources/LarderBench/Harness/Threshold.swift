/// A bound that a figure must keep, committed beside the suite that measures it.
///
/// The figure is a ratio or a count within one run, never a time: times depend on the machine.
struct Threshold: Sendable {
    /// What is bounded, as a phrase: "hit, String key, times Mutex<Dictionary>".
    let name: String

    let bound: Bound

    enum Bound: Sendable {
        case atMost(Double)
        case atLeast(Double)
    }

    static func atMost(_ limit: Double, _ name: String) -> Threshold {
        Threshold(name: name, bound: .atMost(limit))
    }

    static func atLeast(_ limit: Double, _ name: String) -> Threshold {
        Threshold(name: name, bound: .atLeast(limit))
    }
}

extension Threshold {
    /// Whether `figure` keeps the bound. A figure that is not a number never does.
    func holds(for figure: Double) -> Bool {
        switch bound {
        case .atMost(let limit): figure <= limit
        case .atLeast(let limit): figure >= limit
        }
    }

    var boundText: String {
        switch bound {
        case .atMost(let limit): "at most \(limit)"
        case .atLeast(let limit): "at least \(limit)"
        }
    }
}
