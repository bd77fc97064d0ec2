/// Taking the disk's blocks, and the system's pages for them, ahead of what is written.
///
/// They lie behind the head's end, where nobody reads. There are never more than a step of them,
/// for which a cache with a capacity keeps room.
extension LogSession {
    /// In memory nothing is: there are no blocks, and pages come one by one whatever writes them.
    var ahead: Int { log.isInMemory ? 0 : PackSize.ahead(inPacksOf: packSize) }

    /// What may be in use: what is taken ahead of the end is not counted, but has room.
    var room: Int? { capacity.map { $0 - ahead } }

    /// Makes ready for a record of `length` bytes at the end.
    func takeAhead(for length: Int) {
        let step = ahead
        guard step > 0 else { return }
        if PackSize.isLong(length) { takeBlocks(upTo: end.offset + length, step) }
        takePages(upTo: end.offset + length, PackSize.run(for: length))
    }

    /// Takes the disk's blocks for the next step, if a record that ends at `next` reaches into it.
    /// A log's first step is left out: small caches are to stay small.
    private func takeBlocks(upTo next: Int, _ step: Int) {
        guard end.offset / step < next / step else { return }
        let limit = max(next, min((next / step + 1) * step, packSize))
        head.file.reserve(end.offset..<limit)
    }

    /// Writes a `run` of zeros where a record that ends at `next` is the first to reach to.
    ///
    /// The system keeps what one write brings in pieces as long as that, and what short writes
    /// bring in as many short ones. Reading and writing go by pieces: in long ones both take half
    /// the time.
    private func takePages(upTo next: Int, _ run: Int) {
        let start = max((end.offset + run - 1) / run, next / run) * run
        guard start < next else { return }
        head.file.fill(start..<max(next, min(start + run, packSize)))
    }

    /// Gives back what was taken ahead in the head's pack.
    func giveBackAhead() throws(Errno) {
        try head.file.truncate(to: end.offset)
    }
}
