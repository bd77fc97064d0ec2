import Synchronization

/// Giving back dead bytes in a cache that keeps everything.
extension LogSession {
    /// How much is appended between two looks at how much is dead.
    static let weighingInterval = 256 << 10

    /// Moves the hand on if dead bytes outweigh live ones, twice as far as was appended.
    ///
    /// A turn of its own, in which nothing else is appended: a copy must not lie behind what
    /// replaces it.
    func compact() throws {
        var budget = 2 * log.appended.exchange(0, ordering: .relaxed)
        let live = log.allBuckets.reduce(0) { $0 + $1.counts.recordBytes }
        guard try log.logBytes() - live > live + packSize else { return }
        while budget > 0, hand.pack < end.pack {
            budget -= try step(copying: .live)
        }
    }
}

extension DiskLog {
    /// Whether dead bytes are to be weighed against live ones.
    var isWeighingDue: Bool {
        appended.load(ordering: .relaxed) >= LogSession.weighingInterval && control[.capacity] == 0
    }
}

extension DiskLog {
    /// The length of the log, from the hand's pack, or from behind what damage made doubtful, to
    /// its end.
    func logBytes() throws(Errno) -> Int {
        guard let hand = control.address(.hand), let end = control.address(.end) else { return 0 }
        let first = max(hand, reading.withLock { $0.floor }).pack
        var sum = 0
        for number in first...max(first, end.pack) {
            guard let pack = try? pack(number) else { continue }
            sum += number == end.pack ? end.offset : try pack.file.status().size
        }
        return sum
    }
}
