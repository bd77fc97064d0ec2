/// Taking the disk's blocks ahead of what is written.
///
/// They lie behind the head's end and make it no longer, so nothing that reads a pack sees them. There
/// are never more than a step of them, for which a cache with a capacity keeps room.
extension LogSession {
    var ahead: Int { PackSize.ahead(inPacksOf: packSize) }

    /// What may be in use: what is taken ahead of the end is not counted, but has room.
    var room: Int? { capacity.map { $0 - ahead } }

    /// Takes the disk's blocks for the next step, if a record of `length` bytes at the end reaches
    /// into it. A log's first step is left out: small caches are to stay small.
    func takeAhead(for length: Int) {
        let step = ahead
        guard step > 0 else { return }
        let next = end.offset + length
        guard end.offset / step < next / step else { return }
        let limit = max(next, min((next / step + 1) * step, packSize))
        head.file.reserve(end.offset..<limit)
    }

    /// Gives back the blocks that were taken ahead in the head's pack.
    func giveBackAhead() {
        // What stays has room, until the capacity is less.
        try? head.file.truncate(to: end.offset)
    }
}
