/// A command line that makes no sense. Ends the tool with exit code 2 before it has done anything.
struct UsageError: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }

    /// An unknown name, with what was probably meant.
    init(unknown kind: String, _ name: String, known: [String], advice: String) {
        let guess = Self.nearest(to: name, among: known).map { " Did you mean \($0)?" } ?? ""
        message = "There is no \(kind) \(Describe.quoted(name)).\(guess) \(advice)"
    }
}

extension UsageError {
    /// The known name that takes the fewest edits to reach, if that is few enough.
    static func nearest(to name: String, among known: [String]) -> String? {
        let ranked = known.map { (name: $0, distance: distance(name, $0)) }
        guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
        let isNear = best.distance <= max(2, name.count / 3) && best.distance < best.name.count
        return isNear ? best.name : nil
    }

    /// Levenshtein's distance: insertions, deletions and substitutions.
    static func distance(_ lhs: String, _ rhs: String) -> Int {
        let right = Array(rhs.prefix(64))
        var row = Array(0...right.count)
        for (i, letter) in lhs.prefix(64).enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let substituted = diagonal + (letter == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(substituted, diagonal + 1, row[j] + 1)
            }
        }
        return row[right.count]
    }
}
