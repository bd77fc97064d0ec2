/// Writes a large entry's file: reserved first, filled without the lock, published by its record.
///
/// The file is as long as what was reserved for it, so whoever counts the directory's bytes
/// counts the reservation. It stays locked until its record is published or it is given up, so
/// nobody sweeps it meanwhile; a death lets go of the lock.
struct LargeWriter: ~Copyable {
    private let log: DiskLog
    private let name = LargeName.random()
    private var file: CacheFile?
    private var reserved = 0
    private var length = 0
    private var checksums: [UInt32] = []
    /// Of the block that is not full yet.
    private var checksum: UInt32 = 0

    init(_ log: DiskLog) {
        self.log = log
    }

    deinit {
        guard file != nil else { return }
        // What cannot be removed now is swept when the directory is next opened.
        try? Self.discard(name, in: log)
    }
}

extension LargeWriter {
    /// Reserves room for a payload of `length` bytes, and for `ahead` more if that much is to be
    /// had; `false` when there is none.
    mutating func reserve(_ length: Int, ahead: Int = 0) throws -> Bool {
        guard length > reserved || file == nil else { return true }
        guard length <= LargeReference.longestPayload else { return false }
        // Told before anything has to make room.
        guard length <= log.largestFile else { throw log.failure(.tooLarge, "Storing an entry") }
        if ahead > 0, length + ahead <= log.largestFile, try reserve(length + ahead) { return true }
        let old = file == nil ? 0 : Layout.charge(reserved)
        let growth = Layout.charge(length) - old
        let opened = file
        let made: CacheFile? = try log.change { [name, log] session in
            if let capacity = session.capacity, length > capacity / 2 { return nil }
            guard try session.makeRoom(for: { growth }) else { return nil }
            session.beginChange()
            let file = try opened ?? log.directory.open(FileName.large(name), .createNew)
            if opened == nil { _ = try file.lock() }
            try file.truncate(to: length)
            session.bytesInUse += growth
            return file
        }
        guard let made else { return false }
        file = made
        reserved = length
        return true
    }

    /// Appends `bytes`, which must have been reserved.
    mutating func write(_ bytes: UnsafeRawBufferPointer) throws(Errno) {
        guard let file else { throw .invalid }
        try file.write(WriteParts(bytes), at: length)
        var rest = bytes
        while !rest.isEmpty {
            let room = LargeReference.block - length % LargeReference.block
            let part = UnsafeRawBufferPointer(rebasing: rest.prefix(room))
            checksum = Checksum.of(part, from: checksum)
            length += part.count
            if length % LargeReference.block == 0 { endBlock() }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(part.count))
        }
    }

    private mutating func endBlock() {
        checksums.append(checksum)
        checksum = 0
    }

    /// Publishes the file under `key`, or nothing if `isWanted` says no once nobody else writes.
    mutating func commit(
        _ key: LogKey, _ attributes: LogAttributes, if isWanted: (LogSession) throws -> Bool
    ) throws -> EntryVersion? {
        guard let file else { return nil }
        if length % LargeReference.block != 0 { endBlock() }
        try giveBackRest(of: file)
        let reference = LargeReference(
            name: name, payloadLength: length, checksums: checksums)
        if attributes.durability == .synced { try sync(file) }
        let version = try reference.bytes().withUnsafeBytes { payload in
            var draft = LogDraft(.large, key, payload: payload, attributes)
            draft.header.payloadLength = payload.count
            return try log.change { session -> EntryVersion? in
                guard try isWanted(session) else { return nil }
                let version = try session.store(draft)
                guard version != nil else { return nil }
                try session.publish()
                return version
            }
        }
        if version != nil { self.file = nil }
        return version
    }

    /// Gives back what was reserved and not written: under the lock, since somebody else may count
    /// all files anew at any other time.
    private mutating func giveBackRest(of file: CacheFile) throws {
        guard reserved > length else { return }
        try log.change { [length] session in
            session.beginChange()
            let old = try file.status().size
            try file.truncate(to: length)
            session.bytesInUse -= Layout.charge(old) - Layout.charge(length)
        }
        reserved = length
    }

    private func sync(_ file: CacheFile) throws {
        do throws(Errno) {
            try file.sync()
            try log.directory.sync()
        } catch {
            throw log.failure(error, "Flushing a large entry")
        }
    }

    /// Gives up what was written.
    mutating func abandon() throws {
        guard file != nil else { return }
        file = nil
        try Self.discard(name, in: log)
    }

    private static func discard(_ name: LargeName, in log: DiskLog) throws {
        try log.change { session in
            session.beginChange()
            guard let freed = try log.directory.discard(FileName.large(name)) else { return }
            session.bytesInUse -= Layout.charge(freed)
        }
    }

    var payloadLength: Int { length }
}
