import Synchronization

/// Giving back dead bytes in a cache that keeps everything.
extension LogSession {
    /// How much is appended between two looks at how much is dead.
    static let weighingInterval = 256 << 10

    /// Moves the hand on if dead bytes outweigh live ones, twice as far as was appended.
    ///
    /// As making room, this comes before appending: a copy must not lie behind what replaces it.
    func compact(before appended: Int) throws {
        let sum = log.appended.add(appended, ordering: .relaxed).newValue
        guard sum >= Self.weighingInterval else { return }
        log.appended.store(0, ordering: .relaxed)
        let live = log.allBuckets.reduce(0) { $0 + $1.counts.recordBytes }
        guard try log.logBytes() - live > live + packSize else { return }
        var budget = 2 * sum
        while budget > 0, hand.pack < end.pack {
            budget -= try step(copying: .live)
        }
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
