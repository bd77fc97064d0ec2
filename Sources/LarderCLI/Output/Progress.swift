import Larder

/// How far a number of transfers have come, and one line that says so.
struct Progress: Equatable {
    var total: Int
    var done = 0
    var failed = 0
    var bytes = 0
    /// How many bytes there will be, if that is known.
    var expected: Int?
    var elapsed = Duration.zero
}

extension Progress {
    /// The line, no wider than `width`: the parts that fit, the most telling first.
    func line(width: Int) -> String {
        var line = (total == 1 ? percentage : "\(done)/\(total)").cut(to: width)
        let others = [failed > 0 ? "\(failed) failed" : nil, ByteCount.bytes(bytes).description]
        for part in others.compactMap({ $0 }) + [rate, remaining].compactMap({ $0 }) {
            guard line.columns + 2 + part.columns <= width else { break }
            line += "  " + part
        }
        let room = min(width - line.columns - 3, 30)
        return room < 5 ? line : bar(room) + " " + line
    }

    private func bar(_ width: Int) -> String {
        let full = min(width, Int(Double(width) * share))
        let filled = String(repeating: "█", count: full)
        return filled + String(repeating: "░", count: width - full)
    }

    /// How much is done: of one transfer by its bytes, else by how many there are.
    private var share: Double {
        if total == 1, done == 0 {
            return expected.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 0 } ?? 0
        }
        return total > 0 ? Double(done) / Double(total) : 0
    }

    private var percentage: String {
        done == 0 && expected == nil ? "…" : "\(Int(share * 100)) %"
    }

    private var seconds: Double { elapsed / .seconds(1) }

    private var rate: String? {
        guard seconds > 0.2, bytes > 0 else { return nil }
        return "\(ByteCount(bytes: Int(Double(bytes) / seconds)))/s"
    }

    /// The time that the rest takes if it goes on as it has gone.
    private var remaining: String? {
        guard seconds > 0.2, share > 0, share < 1, case let rest = seconds * (1 - share) / share,
            rest < 360_000
        else { return nil }
        let left = Int(rest.rounded(.up))
        return "\(left / 60):\(String(left % 60).count < 2 ? "0" : "")\(left % 60) left"
    }
}
