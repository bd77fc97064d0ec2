/// What processes that raced on one directory tell of it, checked against each other.
///
/// A look-up must find a value that somebody stored or was storing, and none that was replaced or
/// removed for certain before it began: by a change that began after the value's store had ended
/// and ended before the look-up began, or by one that another look-up had seen by then.
struct RaceLog {
    private struct Event {
        var what: Substring
        var key: Substring
        /// Writer and number.
        var value: String
        var start: Int
        var end: Int
    }

    private var events: [Event] = []

    /// Takes one process's lines, or returns `false` when they are none.
    mutating func take(_ lines: [String]) -> Bool {
        for line in lines {
            let words = line.split(separator: " ")
            guard words.count == 6, let start = Int(words[4]), let end = Int(words[5]) else {
                return false
            }
            events.append(
                Event(
                    what: words[0], key: words[1], value: "\(words[2]) \(words[3])", start: start,
                    end: end))
        }
        return true
    }
}

extension RaceLog {
    /// The look-ups that found what they must not.
    func violations() -> [String] {
        Dictionary(grouping: events, by: \.key).values.flatMap { Self.violations(ofOneKey: $0) }
    }

    private static func violations(ofOneKey events: [Event]) -> [String] {
        let stores = Dictionary(
            uniqueKeysWithValues: events.filter { $0.what == "s" }.map { ($0.value, $0) })
        // From when on a change is known to have happened, and when it had begun.
        let known = events.compactMap { event in
            let change = event.what == "r" ? stores[event.value] : event
            return change.map { (since: event.end, start: $0.start) }
        }.sorted { $0.since < $1.since }
        var index = 0
        var latest = Int.min
        var found: [String] = []
        for look in events.filter({ $0.what == "r" }).sorted(by: { $0.start < $1.start }) {
            while index < known.count, known[index].since < look.start {
                latest = max(latest, known[index].start)
                index += 1
            }
            guard let store = stores[look.value], store.start < look.end, store.end >= latest
            else {
                found.append("\(look.key) was \(look.value) at \(look.start)")
                continue
            }
        }
        return found
    }
}
