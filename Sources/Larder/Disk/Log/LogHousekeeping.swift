/// Looking after the files that are no packs.
struct LogHousekeeping {
    private let log: DiskLog

    init(_ log: DiskLog) {
        self.log = log
    }
}

extension LogHousekeeping {
    /// What the directory itself, its page and its locks are charged for.
    static let fixedCharge = 3 * Layout.block

    /// All bytes in use, from the files themselves.
    func countBytes() throws(Errno) -> Int {
        var sum = Self.fixedCharge
        let end = log.control.address(.end)
        for name in try log.directory.names() {
            let number = FileName.packNumber(name)
            guard number != nil || FileName.largeName(name) != nil else { continue }
            do throws(Errno) {
                let size = try log.directory.open(name, .read).status().size
                // What is taken ahead of the end is not counted.
                sum += Layout.charge(number == end?.pack ? min(size, end?.offset ?? size) : size)
            } catch {
                // A writer elsewhere took its file back meanwhile, or it is none of ours.
                guard error.isAbsence else { throw error }
            }
        }
        return sum
    }

    /// Removes large entries' files that no record names and nobody is writing.
    ///
    /// Whoever writes one holds its lock until its record is published, so a file without either
    /// is what a death left. Needs the write lock.
    func sweepFiles() throws(Errno) {
        try sweep(try orphans())
    }

    /// The large entries' files that no record names. Somebody may be writing them.
    func orphans() throws(Errno) -> [String] {
        let names = try largeFiles()
        guard !names.isEmpty else { return [] }
        let live = try liveNames()
        return names.filter { !live.contains($0) }.map(FileName.large)
    }

    /// All large entries' files.
    func largeFiles() throws(Errno) -> [LargeName] {
        try log.directory.names().compactMap(FileName.largeName)
    }

    /// Removes those of `orphans` that nobody is writing.
    func sweep(_ orphans: [String]) throws(Errno) {
        for name in orphans { try sweep(name) }
    }

    /// Makes all live entries' files durable.
    func syncFiles() throws(Errno) {
        for name in try liveNames() { try log.directory.syncFile(FileName.large(name)) }
    }

    private func sweep(_ name: String) throws(Errno) {
        do throws(Errno) {
            let file = try log.directory.open(name, .write)
            guard try file.lock() else { return }
        } catch {
            guard error.isAbsence else { throw error }
            return
        }
        try log.directory.discard(name, emptying: false)
    }

    private func liveNames() throws(Errno) -> Set<LargeName> {
        var live: Set<LargeName> = []
        let hand = log.hand
        for bucket in log.allBuckets {
            for (_, place) in bucket.allElements where place.isLarge {
                let address = log.address(place)
                guard address >= hand, let name = try name(at: address) else { continue }
                live.insert(name)
            }
        }
        return live
    }

    private func name(at address: Address) throws(Errno) -> LargeName? {
        guard let pack = try? log.pack(address.pack),
            let header = try pack.recordHeader(at: address.offset)
        else { return nil }
        return try LogSession.reference(of: header, at: address, in: pack)?.name
    }
}
