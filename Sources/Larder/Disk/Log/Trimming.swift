/// How far the trimming of a log has come, over several turns at its lock.
struct Trimming {
    /// How many bytes may be in use at the end.
    let limit: Int
    /// How many bytes of the log are passed in one turn. Others' changes wait that long.
    let turn: Int
    var passed = 0
    /// The pack whose rest is carried on.
    var leaving: UInt32?
    /// How long the log was at first.
    private var length: Int?

    init(to limit: Int, turn: Int = 2 << 20) {
        self.limit = limit
        self.turn = turn
    }
}

extension Trimming {
    var isBeginning: Bool { length == nil }

    mutating func begin(with length: Int) {
        self.length = length
    }

    /// Whether what was read is carried on. Who reads it on and on does not keep it for ever.
    var isCopying: Bool { passed < length ?? 0 }

    /// Whether another turn may help: by then all that was there, and what of it was carried on,
    /// was not passed yet. Who stores on and on does not keep it going for ever.
    var isWorthwhile: Bool { passed / 4 < max(length ?? 0, turn) }
}

extension DiskLog {
    /// Trims in turns, between which others have theirs.
    func trim(to limit: Int) throws {
        var trimming = Trimming(to: limit)
        while try change({ try $0.trim(&trimming) }) { LockWait.letOthers() }
    }
}
