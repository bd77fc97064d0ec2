import Synchronization

/// What a writer finds when its turn begins, after mending what it must.
///
/// Nothing is mended in the usual case, where the last writer finished. One that died leaves the
/// page saying that it is busy; then what it had written behind the end, which nobody has seen,
/// is cut off, and what else it left is cleared away. A page that does not hold is made anew from
/// the packs.
struct LogRepair {
    private let log: DiskLog
    private var control: ControlPage { log.control }

    init(_ log: DiskLog) {
        self.log = log
    }

    struct State {
        var head: Pack
        var end: Address
        var hand: Address
        var bytesInUse: Int
        var capacity: Int?
        var durableEnd: Address
        var lastSynced: Address
        var floor: Address
        /// How many records the head's pack has.
        var headItemCount: Int
    }
}

extension LogRepair {
    /// The state in which the next change finds the log.
    func settledState() throws -> State {
        if control[.isBusy] != 0 || !isReadable { try settle() }
        if let state = try state() { return state }
        // The pack that the page names cannot be used, and with it newer values may be lost.
        try startOver()
        try settle()
        guard let state = try state() else {
            throw DiskCacheError(.io, "The log in \(log.directory.path) cannot be opened.")
        }
        return state
    }

    private var isReadable: Bool {
        guard let hand = control.address(.hand), let end = control.address(.end), hand <= end,
            end.offset >= PackHeader.size, hand.offset >= PackHeader.size
        else { return false }
        let others: [ControlPage.Word] = [.bytesInUse, .capacity, .durableEnd, .lastSynced]
        return others.allSatisfy { control[$0] != nil }
    }

    private func state() throws -> State? {
        let followed: (floor: Address, items: Int)? = try log.reading.withLock { reading in
            guard try log.follow(&reading) else { return nil }
            let isHead = reading.applied.pack == control.address(.end)?.pack
            return (reading.floor, isHead ? reading.headItems.count : 0)
        }
        guard let followed, let end = control.address(.end), let hand = control.address(.hand),
            let head = try usablePack(end.pack)
        else { return nil }
        let capacity = Int(control[.capacity] ?? 0)
        return State(
            head: head, end: end, hand: hand, bytesInUse: Int(control[.bytesInUse] ?? 0),
            capacity: capacity == 0 ? nil : capacity,
            durableEnd: control.address(.durableEnd) ?? .zero,
            lastSynced: control.address(.lastSynced) ?? .zero, floor: followed.floor,
            headItemCount: followed.items)
    }

    private func usablePack(_ number: UInt32) throws -> Pack? {
        do throws(DiskLog.PackFailure) {
            return try log.pack(number)
        } catch {
            guard case .other(let errno) = error else { return nil }
            throw errno
        }
    }
}

// MARK: After a death

extension LogRepair {
    /// Clears away what a dead writer has left: behind the end, outside the log, without a record.
    func settle() throws {
        if !isReadable { try recover(afterPowerLoss: false) }
        try log.reading.withLock { reading in _ = try log.follow(&reading) }
        let orphans = try LogHousekeeping(log).orphans()
        let mayGo = try flush(before: orphans)
        try clearPacks(leftToo: mayGo)
        if mayGo { try LogHousekeeping(log).sweep(orphans) }
        try control.set(.bytesInUse, UInt64(LogHousekeeping(log).countBytes()))
        // Others may not have heard of what the dead one had published.
        _ = control.advanceGeneration()
        control.set(.isBusy, 0)
    }

    /// Makes durable what takes the place of what is about to go: whoever died between publishing
    /// and removing may not have done that. Returns whether it may go.
    private func flush(before orphans: [String]) throws(Errno) -> Bool {
        guard let hand = control.address(.hand), let end = control.address(.end) else {
            return false
        }
        let numbers = try log.packNumbers()
        let isLeaving = numbers.contains(where: { $0 < hand.pack }) || !orphans.isEmpty
        guard isLeaving, control[.lastSynced] != 0 else { return true }
        do throws(Errno) {
            try LogHousekeeping(log).syncFiles()
            for number in numbers where number >= hand.pack && number <= end.pack {
                try log.directory.syncFile(FileName.pack(number))
            }
            try log.directory.sync()
            control.set(.durableEnd, end)
            return true
        } catch {
            return false
        }
    }

    /// Removes packs outside the log, those that the hand has left only if `leftToo`, and what
    /// follows its end.
    private func clearPacks(leftToo: Bool) throws(Errno) {
        guard let hand = control.address(.hand), let end = control.address(.end) else { return }
        for number in try log.packNumbers()
        where leftToo && number < hand.pack || number > end.pack {
            log.packs.withLock { $0.remove(number) }
            // In order, as a session removes them.
            if control[.lastSynced] != 0 { try log.directory.sync() }
            try log.directory.discard(FileName.pack(number))
        }
        guard let head = try? log.pack(end.pack) else { return }
        if try head.file.status().size > end.offset { try head.file.truncate(to: end.offset) }
    }
}

// MARK: Without the page

extension LogRepair {
    /// Finds the log's hand and end from the packs alone, and writes the page anew.
    func recover(afterPowerLoss: Bool) throws {
        let scans = LogScan.withoutStrays(
            try log.packNumbers().map { try log.scan($0, checkingFrom: nil) })
        let scan = try scan(scans, afterPowerLoss: afterPowerLoss)
        if scan.isDamaged { log.counters.withLock { $0.damage += 1 } }
        log.packs.withLock { $0.removeAll() }
        let end = try end(of: scan, behind: scans.last?.number ?? 0)
        let hand = scan.packs.first.map { Address(pack: $0.number, offset: PackHeader.size) }
        control.set(.lastSynced, scan.lastSynced ?? .zero)
        control.set(.durableEnd, scan.lastBarrier ?? .zero)
        if control[.capacity] == nil { control.set(.capacity, UInt64(log.settings.capacity ?? 0)) }
        begin(at: end, hand: hand ?? end)
    }

    /// Begins an empty log behind everything that is there.
    private func startOver() throws {
        let last = max(try log.packNumbers().last ?? 0, control.address(.end)?.pack ?? 0)
        log.counters.withLock { $0.damage += 1 }
        log.packs.withLock { $0.removeAll() }
        let end = try end(of: LogScan([], afterPowerLoss: false), behind: last)
        begin(at: end, hand: end)
    }

    private func begin(at end: Address, hand: Address) {
        control.set(.isBusy, 1)
        control.set(.end, end)
        control.set(.hand, hand)
        // What the old log took is not what this one takes. Who finds it busy counts that.
        control.set(.bytesInUse, 0)
        log.reading.withLock { reading in
            reading = DiskLog.Reading()
            log.forgetAll()
        }
        _ = control.advanceGeneration()
    }

    private func scan(_ scans: [PackScan], afterPowerLoss: Bool) throws -> LogScan {
        var scans = scans
        let first = LogScan(scans, afterPowerLoss: afterPowerLoss)
        guard afterPowerLoss, let barrier = scans.last(where: { $0.lastBarrier > 0 }) else {
            return first
        }
        // What follows the last barrier may be there in part only, anywhere.
        let start = Address(pack: barrier.number, offset: barrier.lastBarrier)
        for index in scans.indices where scans[index].number >= start.pack {
            scans[index] = try log.scan(scans[index].number, checkingFrom: start)
        }
        var scan = LogScan(scans, afterPowerLoss: true)
        while let lost = try LostFiles(log).first(in: scan, from: start) { scan.cut(at: lost) }
        return scan
    }

    /// The end of a log: in its last pack, or in a new one where that is sealed or there is none.
    private func end(of scan: LogScan, behind last: UInt32) throws(Errno) -> Address {
        if log.isReadOnly {
            let head = scan.packs.last
            return Address(
                pack: head?.number ?? 1, offset: head.flatMap(\.end) ?? PackHeader.size)
        }
        if let head = scan.packs.last, !head.isSealed, let end = head.end {
            let file = try log.directory.open(FileName.pack(head.number), .write)
            try file.truncate(to: end)
            return Address(pack: head.number, offset: end)
        }
        let number = scan.packs.last?.number ?? last
        guard let pack = try PackFile.make(behind: number, log.hashKey, in: log.directory) else {
            try log.wipe()
        }
        return Address(pack: pack.number, offset: PackHeader.size)
    }
}
