import Synchronization

extension LogSession {
    /// Stores `draft` in place of what its key has. Returns its version, or `nil` when there is
    /// no room for it in an empty log; then the key has nothing. It has nothing either when making
    /// room has cost the file `kept`, which `draft` names too.
    func store(_ draft: LogDraft, keeping kept: LargeName? = nil) throws -> EntryVersion? {
        guard draft.header.recordLength <= longestRecord,
            try makeRoom(for: { growth(draft.header.recordLength) })
        else {
            let isSynced = draft.header.flags.contains(.isSynced)
            try remove(draft.key, durability: isSynced ? .synced : .buffered)
            return nil
        }
        if kept != nil {
            try publish()
            guard try version(of: draft.key) != nil else { return nil }
        }
        try retire(draft.key.hash, in: draft.key.bucket, keeping: kept)
        let place = try append(draft)
        return EntryVersion(rawValue: place.raw)
    }

    /// The version that a look-up of `key` would find.
    func version(of key: LogKey) throws(Errno) -> EntryVersion? {
        guard let place = key.bucket.find(key.hash) else { return nil }
        let address = log.address(place)
        guard address >= hand, let pack = try? log.pack(address.pack),
            let header = try pack.recordHeader(at: address.offset), header.hash == key.hash,
            !header.isExpired(at: log.settings.time)
        else { return nil }
        return EntryVersion(rawValue: header.version)
    }

    /// The longest record that a pack of its own could hold.
    private var longestRecord: Int {
        packSize - PackHeader.size - Seal.recordLength(1)
    }

    /// Removes what `key` has, if anything.
    ///
    /// A loss of power brings back what the hand has passed, and packs whose unlinking was not
    /// flushed. So a durable removal is always written, whatever is known of the key.
    func remove(_ key: LogKey, durability: Durability) throws {
        let place = key.bucket.findOrLost(key.hash)
        let isThere = place.map { log.address($0) >= hand } ?? false
        guard try durability == .synced || isThere || isPassed(key) else { return }
        let draft = LogDraft(
            .removal, key, payload: UnsafeRawBufferPointer(start: nil, count: 0),
            LogAttributes(durability: durability))
        let length = draft.header.recordLength
        guard try makeRoom(for: { growth(length) }) else {
            // A log this small is emptied by making room, so nothing is left to remove.
            return
        }
        try retire(key.hash, in: key.bucket)
        _ = try append(draft)
    }

    /// Whether the hand has passed a value of `key` in its pack. Should the control page be lost,
    /// and with it where the hand stands, it would come back.
    ///
    /// Of a full pack it is enough that it has any record with the hash: that is remembered for as
    /// long as the hand is in it, and a removal too many does no harm.
    private func isPassed(_ key: LogKey) throws(Errno) -> Bool {
        guard hand.offset > PackHeader.size else { return false }
        guard hand.pack < publishedEnd.pack else {
            return log.reading.withLock { state in
                state.applied.pack != hand.pack
                    || state.headItems.contains { $0.hash == key.hash && $0.offset < hand.offset }
            }
        }
        // What a pack has that cannot be read is unknown.
        guard let pack = try? log.pack(hand.pack) else { return true }
        let random = pack.header.random
        let known = log.passing.withLock {
            $0.random == random ? $0.hashes.contains(key.hash) : nil
        }
        if let known { return known }
        guard let seal = try pack.seal()?.seal else { return true }
        let hashes = Set(seal.items.map(\.hash))
        log.passing.withLock { $0 = (random, hashes) }
        return hashes.contains(key.hash)
    }

    /// Removes every entry, and with them the log up to here: all packs, so that their space is
    /// free. The record that says so lies in a new one.
    ///
    /// A volume that has no room even for that gets it by losing the log as it is.
    func removeAll(durability: Durability) throws {
        var header = RecordHeader(kind: .removeAll)
        header.flags = durability == .synced ? .isSynced : []
        moveHand(to: end)
        try publish()
        let place: Address
        do throws(Errno) {
            try roll(isSealing: false)
            place = try append(header)
        } catch {
            guard error == .noSpace || error == .overQuota else { throw error }
            try log.wipe()
        }
        // With the record: the pack that it leaves has no seal, which behind the hand is damage.
        moveHand(to: place)
        try sweep()
    }

    /// Removes every entry of `bucket`.
    func removeAll(in bucket: BucketIndex, durability: Durability) throws {
        var header = RecordHeader(kind: .removeBucket)
        header.flags = durability == .synced ? .isSynced : []
        header.bucketHash = bucket.hash
        guard try makeRoom(for: { growth(header.recordLength) }) else { return }
        for (hash, place) in bucket.allElements + bucket.lost where place.isLarge {
            try retire(hash, in: bucket)
        }
        _ = try append(header)
    }

    private func append(_ header: RecordHeader) throws(Errno) -> Address {
        let none = UnsafeRawBufferPointer(start: nil, count: 0)
        return try appendDurably(header, name: WriteParts(none), payload: none, metadata: none)
    }

    private func append(_ draft: LogDraft) throws(Errno) -> Address {
        let result: Result<Address, Errno> = draft.key.bucketName.withUnsafeBytes { bucket in
            draft.metadata.withUnsafeBytes { metadata in
                Result { () throws(Errno) in
                    try appendDurably(
                        draft.header, name: WriteParts(bucket, draft.key.bytes),
                        payload: draft.payload, metadata: metadata)
                }
            }
        }
        return try result.get()
    }
}

// MARK: Durability

extension LogSession {
    /// Appends a record and, if it says so, makes it survive a loss of power.
    ///
    /// Such a record is written only when all before it is durable. So where one is found after
    /// a loss of power, a hole before it is damage and not something that was never written.
    private func appendDurably(
        _ header: RecordHeader, name: WriteParts, payload: UnsafeRawBufferPointer,
        metadata: UnsafeRawBufferPointer
    ) throws(Errno) -> Address {
        guard header.flags.contains(.isSynced) else {
            return try append(header, name: name, payload: payload, metadata: metadata)
        }
        try checkFilesAreThere()
        var header = header
        header.flags.insert(.isBarrier)
        try rollIfFull(for: header.recordLength)
        try makeDurable()
        let start = end
        do throws(Errno) {
            return try appendAndSync(header, name: name, payload: payload, metadata: metadata)
        } catch {
            // What a failed flush has lost cannot be known: the pack takes no more records.
            try takeBack(to: start)
            try roll(isSealing: true)
            try makeDurable()
            return try appendAndSync(header, name: name, payload: payload, metadata: metadata)
        }
    }

    private func appendAndSync(
        _ header: RecordHeader, name: WriteParts, payload: UnsafeRawBufferPointer,
        metadata: UnsafeRawBufferPointer
    ) throws(Errno) -> Address {
        let place = try append(header, name: name, payload: payload, metadata: metadata)
        try head.file.sync()
        durableEnd = end
        return place
    }
}
