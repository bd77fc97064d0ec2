/// Whether an engine that failed is to be asked again yet.
///
/// Closed, everybody may ask. After some failures in a row it opens, and for a pause nobody may.
/// Then it half-opens: one attempt is let through, and its outcome closes the breaker or doubles
/// the pause. Pure: the caller brings the time and the randomness.
struct Breaker: Equatable {
    /// How many failures in a row open it.
    let threshold: Int
    /// The first pause and the longest.
    let pauses: ClosedRange<Duration>

    private(set) var state = State.closed
    private var failures = 0
    private var pause: Duration

    enum State: Equatable {
        case closed
        case open(until: Duration)
        case halfOpen
    }

    init(threshold: Int, pauses: ClosedRange<Duration>) {
        self.threshold = threshold
        self.pauses = pauses
        pause = pauses.lowerBound
    }
}

extension Breaker {
    var isClosed: Bool { state == .closed }

    /// Whether one may ask at `now`. An open breaker whose pause is over lets one through and is
    /// half-open until that one reports.
    mutating func admits(at now: Duration) -> Bool {
        switch state {
        case .closed: return true
        case .halfOpen: return false
        case .open(let end):
            guard now >= end else { return false }
            state = .halfOpen
            return true
        }
    }

    /// When an open breaker's pause ends.
    var end: Duration? {
        if case .open(let end) = state { end } else { nil }
    }

    /// The attempt got through: everybody may ask. The next failure opens it again and for
    /// longer, unless a success comes first, so an engine that lets callers in and then fails
    /// them is left alone too.
    mutating func close() {
        state = .closed
    }

    /// Work was done: past failures are forgiven.
    mutating func succeed() {
        state = .closed
        failures = 0
        pause = pauses.lowerBound
    }

    /// Counts a failure; one that is `final` (nobody listens) opens at once. Returns whether this
    /// opened it.
    @discardableResult
    mutating func fail(
        at now: Duration, final isFinal: Bool = false,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        failures += 1
        switch state {
        case .open: return false
        case .closed where failures < threshold && !isFinal: return false
        case .closed, .halfOpen:
            // Up to half of the pause is left to chance, lest a fleet come back in one moment.
            let share = Double.random(in: 0.5...1, using: &generator)
            state = .open(until: now + pause * share)
            pause = min(pause * 2, pauses.upperBound)
            return true
        }
    }

    /// Takes note of an outcome; `nil` is none, and lets the next one try.
    mutating func judge(
        _ isSuccess: Bool?, at now: Duration, using generator: inout some RandomNumberGenerator
    ) {
        switch isSuccess {
        case true?: succeed()
        case false?: fail(at: now, using: &generator)
        case nil: if state == .halfOpen { close() }
        }
    }
}
