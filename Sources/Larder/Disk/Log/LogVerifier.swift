/// Reads a whole log: each live entry, and what somebody would need who knows nothing of it yet.
///
/// The entries are those that the index has, sorted by place, so the disk is read in order. Packs
/// are opened anew, since a file that somebody has deleted reads on through the descriptors that
/// are open. Without the lock the hand may leave a place at any moment; so what does not read is
/// damage only if it is still the entry's place after the log was followed.
struct LogVerifier {
    private let log: DiskLog
    private var report = DiskVerification()
    /// The entries that are still to be read, the last of the log first.
    private var entries: [Entry] = []
    /// The live entries that do not read.
    private var damaged: [Entry] = []
    /// The packs that cannot be read by who does not know them.
    private var damagedPacks: [UInt32] = []

    struct Entry {
        var address: Address
        var hash: UInt64
        var place: IndexPlace
        var bucket: BucketIndex
    }

    init(_ log: DiskLog) {
        self.log = log
    }
}

extension LogVerifier {
    mutating func verify(dropping: Bool) throws -> DiskVerification {
        do {
            try verifyAll()
            if dropping, !report.damage.isEmpty {
                try drop()
                report.isDropped = true
            }
        } catch let errno as Errno {
            throw log.failure(errno, "Verifying")
        }
        return report
    }

    private mutating func verifyAll() throws {
        try log.follow()
        collectEntries()
        guard let hand = log.control.address(.hand), let end = log.control.address(.end) else {
            return
        }
        var expected = hand.pack
        for number in Set(try log.packNumbers() + [end.pack]).sorted()
        where number >= hand.pack && number <= end.pack {
            if number > expected { noteDamage(ofPack: expected) }
            try verify(pack: number, upTo: end)
            expected = number + 1
        }
    }

    private mutating func collectEntries() {
        for bucket in log.allBuckets {
            for (hash, place) in bucket.allElements + bucket.lost {
                entries.append(
                    Entry(address: log.address(place), hash: hash, place: place, bucket: bucket))
            }
        }
        entries.sort { $0.address > $1.address }
    }
}

// MARK: Packs

extension LogVerifier {
    private mutating func verify(pack number: UInt32, upTo end: Address) throws {
        let pack = try open(number)
        while let entry = entries.last, entry.address.pack <= number {
            entries.removeLast()
            try verify(entry, in: entry.address.pack == number ? pack : nil)
        }
        guard let pack else { return noteDamage(ofPack: number) }
        if number == end.pack {
            guard let offset = try breach(in: pack, upTo: end.offset) else { return }
            noteDamage(.record, ofPack: number, at: offset)
        } else if try pack.seal() == nil {
            noteDamage(.index, ofPack: number)
        }
    }

    private func open(_ number: UInt32) throws -> Pack? {
        do throws(DiskLog.PackFailure) {
            return try log.openPack(number)
        } catch {
            guard case .other(let errno) = error else { return nil }
            throw errno
        }
    }

    /// Where the chain of records breaks off.
    private func breach(in pack: Pack, upTo limit: Int) throws -> Int? {
        var reader = LogReader(pack, limit: limit)
        var offset = PackHeader.size
        while offset < limit {
            guard let (header, _) = try reader.header(at: offset) else { return offset }
            offset += header.recordLength
        }
        return nil
    }

    private mutating func noteDamage(
        _ part: DiskDamage.Part = .pack, ofPack number: UInt32, at offset: Int = 0
    ) {
        // What the hand has left meanwhile is nobody's loss.
        guard number >= log.hand.pack else { return }
        damagedPacks.append(number)
        let location = DiskEntry.Location(file: FileName.pack(number), offset: offset)
        guard !report.damage.contains(where: { $0.part == part && $0.location == location })
        else { return }
        report.damage.append(DiskDamage(part: part, location: location))
    }
}

// MARK: Entries

extension LogVerifier {
    private mutating func verify(_ entry: Entry, in pack: Pack?) throws {
        var entry = entry
        var pack = pack
        for _ in 0..<8 {
            let inspection = try RecordInspection(entry, in: pack, of: log)
            if inspection.part == nil, entry.address >= log.hand {
                report.soundEntries += 1
                report.soundBytes += .bytes(inspection.size)
                return
            }
            try log.follow()
            guard let now = entry.bucket.findOrLost(entry.hash) else { return }
            if now.isSame(as: entry.place) { return note(inspection, of: entry) }
            entry.place = now
            entry.address = log.address(now)
            pack = try open(entry.address.pack)
        }
    }

    private mutating func note(_ inspection: RecordInspection, of entry: Entry) {
        guard let part = inspection.part, entry.address >= log.hand else { return }
        log.lose(entry.hash, at: entry.place, in: entry.bucket)
        damaged.append(entry)
        report.damage.append(
            DiskDamage(
                part: part, key: inspection.key, bucket: inspection.bucket,
                location: DiskEntry.Location(
                    file: FileName.pack(entry.address.pack), offset: entry.address.offset,
                    payloadFile: inspection.payloadFile)))
    }
}

// MARK: Dropping

extension LogVerifier {
    private func drop() throws {
        try log.change { session in
            for entry in damaged {
                let none = UnsafeRawBufferPointer(start: nil, count: 0)
                let key = LogKey(
                    bucket: entry.bucket, bucketName: [], bytes: none, hash: entry.hash)
                try session.remove(key, durability: .buffered)
            }
            for number in damagedPacks { try session.leaveDamaged(number) }
            try session.sweep()
        }
    }
}

extension LogSession {
    /// Makes the log whole for those who come to know it anew.
    ///
    /// The head gets a seal, which names its records, also the one whose header does not read.
    /// Any other pack is passed, after what reads of it and of what is older was carried on.
    func leaveDamaged(_ number: UInt32) throws {
        guard try makeRoom(for: { growthOfRoll }) else { return }
        if number == end.pack { return try roll(isSealing: true) }
        while hand.pack <= number, try step(copying: .live) > 0 {}
    }
}
