/// Tells whether anything was written under a key since a moment.
///
/// A promotion between two tiers reads below and stores above. A removal in between leaves no
/// version to compare: nothing was there before, nothing is there after. So every write marks
/// its key when it begins and when it ends, and a promotion that overlapped one is undone. Keys
/// share marks by hash; a foreign mark costs a promotion, never a wrong answer.
struct WriteMarks {
    private struct Mark {
        var writes = 0
        var underWay = 0
    }

    private var marks = [Mark](repeating: Mark(), count: 64)
}

extension WriteMarks {
    /// What stands for a key at a moment.
    struct Moment: Equatable {
        fileprivate let writes: Int
    }

    /// The moment, or `nil` while a write of `key` is under way.
    func moment(_ key: String) -> Moment? {
        let mark = marks[place(key)]
        return mark.underWay == 0 ? Moment(writes: mark.writes) : nil
    }

    /// Returns what stands for this write, or `nil` when another is under way.
    @discardableResult
    mutating func begin(_ key: String) -> Moment? {
        let place = place(key)
        marks[place].writes += 1
        marks[place].underWay += 1
        return marks[place].underWay == 1 ? Moment(writes: marks[place].writes) : nil
    }

    /// Whether no other write of `key` began since the one that `moment` stands for.
    func isLatest(_ moment: Moment, of key: String) -> Bool {
        marks[place(key)].writes == moment.writes
    }

    mutating func end(_ key: String) {
        marks[place(key)].underWay -= 1
    }

    mutating func beginAll() {
        for place in marks.indices {
            marks[place].writes += 1
            marks[place].underWay += 1
        }
    }

    mutating func endAll() {
        for place in marks.indices { marks[place].underWay -= 1 }
    }

    private func place(_ key: String) -> Int {
        Int(UInt(bitPattern: key.hashValue) % UInt(marks.count))
    }
}
