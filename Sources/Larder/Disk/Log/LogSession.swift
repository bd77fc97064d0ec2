import Synchronization

/// One writer's turn: what it appends, how it makes room, and how all of it becomes visible.
///
/// Records are written behind the published end, where nobody reads. ``publish()`` then moves
/// the end, the hand and the generation, in this order, and only afterwards are files removed
/// that the hand has left. A death at any point leaves either what was before or what is after.
final class LogSession {
    let log: DiskLog
    private(set) var head: Pack
    /// Behind the last record written; the published end as long as nothing is written.
    private(set) var end: Address
    private(set) var publishedEnd: Address
    var hand: Address
    var bytesInUse: Int
    /// `nil` to keep everything.
    let capacity: Int?
    /// What the capacity is about to become. Packs are as large as it wants them already.
    var nextCapacity: Int?
    var durableEnd: Address
    var lastSynced: Address
    /// What was written and is not published.
    private(set) var written: [(pack: UInt32, offset: Int, header: RecordHeader)] = []
    /// Whether anything of it is not a copy.
    private(set) var hasNews = false
    /// Files that are to go once the hand's step past them is published.
    var doomedPacks: Range<UInt32> = 0..<0
    var doomedFiles: [DoomedFile] = []
    /// What is overwritten before a file goes that has it.
    var erased: LogKey?
    /// What of the bytes in use goes with those that were not yet tried.
    var doomedBytes = 0
    /// Live entries that the hand has passed and not carried on.
    var evicted: [(bucket: UInt64, hash: UInt64, place: IndexPlace, isExpired: Bool)] = []
    /// What reads the pack that the hand is in.
    var handReader: LogReader?
    private var isBusy = false
    /// How many records of the head's pack are published.
    private var publishedItemCount: Int

    /// Mends what a dead writer left, follows the log, and stands at its end.
    init(_ log: DiskLog) throws {
        self.log = log
        let state = try LogRepair(log).settledState()
        head = state.head
        end = state.end
        publishedEnd = state.end
        hand = state.hand
        bytesInUse = state.bytesInUse
        capacity = state.capacity
        durableEnd = state.durableEnd
        lastSynced = state.lastSynced
        publishedItemCount = state.headItemCount
        if hand < state.floor { try leaveDamage(behind: state.floor) }
    }
}

// MARK: Appending

extension LogSession {
    /// Says that the log is being changed, before the first change.
    func beginChange() {
        guard !isBusy else { return }
        isBusy = true
        log.control.set(.isBusy, 1)
    }

    /// Writes a record at the end. Whoever calls has made room for it.
    func append(
        _ header: RecordHeader, name: WriteParts, payload: UnsafeRawBufferPointer,
        metadata: UnsafeRawBufferPointer
    ) throws(Errno) -> Address {
        try rollIfFull(for: header.recordLength)
        return try write(header, name: name, payload: payload, metadata: metadata)
    }

    private func write(
        _ header: RecordHeader, name: WriteParts, payload: UnsafeRawBufferPointer,
        metadata: UnsafeRawBufferPointer
    ) throws(Errno) -> Address {
        beginChange()
        let place = end
        var header = header
        if header.version == 0 { header.version = place.raw }
        let draft = RecordDraft(
            header, name: name, payload: payload, metadata: metadata,
            seed: RecordHeader.seed(head.header.random, place.offset))
        takeAhead(for: header.recordLength)
        try head.file.write(draft.parts, at: place.offset)
        note(header, at: place)
        hasNews = true
        return place
    }

    /// Takes note of a record that was written at the end.
    func note(_ header: RecordHeader, at place: Address) {
        let next = place.offset + header.recordLength
        bytesInUse += Layout.charge(next) - Layout.charge(place.offset)
        end.offset = next
        written.append((place.pack, place.offset, header))
        if header.flags.contains(.isSynced) { lastSynced = place }
    }

    /// Forgets the records written from `start` on, which lie in the head's pack.
    func takeBack(to start: Address) throws(Errno) {
        written.removeAll { Address(pack: $0.pack, offset: $0.offset) >= start }
        bytesInUse -= Layout.charge(end.offset) - Layout.charge(start.offset)
        end = start
        try head.file.truncate(to: start.offset)
    }

    /// Writes a record that is there in one piece, for its new place.
    func append(copy bytes: inout [UInt8], _ header: RecordHeader) throws(Errno) -> Address {
        try rollIfFull(for: bytes.count)
        beginChange()
        let place = end
        bytes.withUnsafeMutableBytes {
            header.write(to: $0, seed: RecordHeader.seed(head.header.random, place.offset))
        }
        takeAhead(for: bytes.count)
        try head.file.write(bytes, at: place.offset)
        note(header, at: place)
        return place
    }
}

// MARK: Packs

extension LogSession {
    var packSize: Int {
        PackSize.of(
            capacity: nextCapacity ?? capacity, bytesInUse: bytesInUse, limit: log.largestFile)
    }

    /// The bytes in use that a record of `length` adds, with all that comes along.
    func growth(_ length: Int) -> Int {
        guard !fits(length) else {
            return Layout.charge(end.offset + length) - Layout.charge(end.offset)
        }
        return growthOfRoll + Layout.charge(PackHeader.size + length)
            - Layout.charge(PackHeader.size)
    }

    /// The bytes in use that ending the head's pack and beginning the next one adds.
    var growthOfRoll: Int {
        let sealed = end.offset + Seal.recordLength(headItemCount)
        return Layout.charge(sealed) - Layout.charge(end.offset)
            + Layout.charge(PackHeader.size)
    }

    private func fits(_ length: Int) -> Bool {
        end.offset + length + Seal.recordLength(headItemCount + 1) <= packSize
    }

    private var headItemCount: Int {
        publishedItemCount + written.count { $0.pack == head.number }
    }

    func rollIfFull(for length: Int) throws(Errno) {
        if !fits(length), end.offset > PackHeader.size { try roll(isSealing: true, for: length) }
    }

    /// Ends the head's pack and begins the next one, whose first record has `length` bytes.
    func roll(isSealing: Bool, for length: Int = 0) throws(Errno) {
        beginChange()
        if isSealing { try seal() }
        // The file ends with its seal.
        try giveBackAhead()
        guard let pack = try PackFile.make(behind: head.number, log.hashKey, in: log.directory)
        else { try log.wipe() }
        bytesInUse += Layout.charge(PackHeader.size)
        log.packs.withLock { $0.insert(pack) }
        head = pack
        publishedItemCount = 0
        end = Address(pack: pack.number, offset: PackHeader.size)
        if ahead > 0, PackSize.isLong(length) { pack.file.reserve(0..<ahead) }
    }

    private func seal() throws(Errno) {
        var seal = log.reading.withLock { state in
            var seal = Seal(items: state.applied.pack == head.number ? state.headItems : [])
            seal.lastBarrier = state.headBarrier
            seal.lastSynced = state.headSynced
            return seal
        }
        for (pack, offset, header) in written where pack == head.number {
            seal.items.append(Seal.Item(header, at: offset))
            if header.flags.contains(.isBarrier) { seal.lastBarrier = offset }
            if header.flags.contains(.isSynced) { seal.lastSynced = offset }
        }
        let record = seal.record(at: end.offset, random: head.header.random)
        try head.file.write(record, at: end.offset)
        bytesInUse += Layout.charge(end.offset + record.count) - Layout.charge(end.offset)
        end.offset += record.count
    }

    /// Gives up what lies before `floor`, which a damaged record makes doubtful.
    private func leaveDamage(behind floor: Address) throws(Errno) {
        guard floor.offset > PackHeader.size else { return moveHand(to: floor) }
        try roll(isSealing: false)
        moveHand(to: end)
    }

    func moveHand(to place: Address) {
        let first = doomedPacks.isEmpty ? hand.pack : doomedPacks.lowerBound
        doomedPacks = first..<max(first, place.pack)
        hand = place
    }
}

// MARK: Publishing

extension LogSession {
    /// Makes everything written visible to all, then removes the files that the hand has left.
    func publish() throws(Errno) {
        if end != publishedEnd || hand != log.hand {
            beginChange()
            publishWords()
        }
        try removeDoomed()
    }

    private func publishWords() {
        let control = log.control
        log.reading.withLock { state in
            control.set(.lastSynced, lastSynced)
            control.set(.durableEnd, min(durableEnd, end))
            control.set(.end, end)
            control.set(.hand, hand)
            control.set(.bytesInUse, UInt64(max(0, bytesInUse)))
            let generation = control.advanceGeneration()
            log.take(written, upTo: end, &state)
            publishedItemCount = state.headItems.count
            log.seen.store(generation, ordering: .releasing)
        }
        log.forget(evicted)
        if !doomedPacks.isEmpty { log.packs.withLock { $0.removeAll(before: hand.pack) } }
        evicted.removeAll()
        written.removeAll()
        hasNews = false
        publishedEnd = end
    }

    /// Ends the turn in good order.
    func finish() {
        log.control.set(.bytesInUse, UInt64(max(0, bytesInUse)))
        if isBusy { log.control.set(.isBusy, 0) }
    }

    /// Takes back what was not published. The page goes on saying that somebody is busy, so the
    /// next writer looks after all that this cannot.
    func abandon() {
        guard isBusy, end != publishedEnd else { return }
        guard let pack = try? log.pack(publishedEnd.pack) else { return }
        // Failing leaves bytes behind the end, which the next writer cuts off.
        try? pack.file.truncate(to: publishedEnd.offset)
    }
}
