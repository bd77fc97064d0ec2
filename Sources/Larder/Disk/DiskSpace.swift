#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The entries of one bucket of a log, or of none: what ``DiskCache`` and ``DiskBucket`` are
/// faces of.
final class DiskSpace: Sendable {
    let log: DiskLog
    let bucket: BucketIndex
    let name: [UInt8]

    init(_ log: DiskLog, bucket name: String) throws {
        self.log = log
        self.name = [UInt8](name.utf8)
        guard self.name.count <= RecordHeader.longestBucket else {
            throw DiskCacheError(
                .keyTooLong,
                "A bucket's name has at most \(RecordHeader.longestBucket) bytes of UTF-8.")
        }
        bucket = log.bucket(log.bucketHash(self.name))
    }
}

extension DiskSpace {
    /// Calls `body` with what the log knows `key` by.
    func withKey<Result>(_ key: String, _ body: (LogKey) throws -> Result) throws -> Result {
        try withKey(key, hash: try hash(of: key), body)
    }

    /// The same with the `hash` of `key`.
    private func withKey<Result>(
        _ key: String, hash: UInt64, _ body: (LogKey) throws -> Result
    ) rethrows -> Result {
        try key.withContiguousUTF8 { bytes in
            try body(LogKey(bucket: bucket, bucketName: name, bytes: bytes, hash: hash))
        }
    }

    /// Where the index has `key`, and the key's hash.
    ///
    /// A miss ends here: it costs a hash and most often two bytes of the index, and counts no
    /// references.
    @inline(__always)
    private func lookUp(_ key: String) throws -> (hash: UInt64, place: IndexPlace)? {
        let hash = try hash(of: key)
        try log.catchUp()
        guard let place = bucket.lookUp(hash) else { return nil }
        return (hash, place)
    }

    @inline(__always)
    private func hash(of key: String) throws -> UInt64 {
        try log.checkUsable()
        let (hash, count) = key.withContiguousUTF8 { bytes in
            (bytes.count <= RecordHeader.longestKey ? log.hashKey.hash(bytes) : 0, bytes.count)
        }
        guard count <= RecordHeader.longestKey else {
            throw DiskCacheError(
                .keyTooLong, "A key has at most \(RecordHeader.longestKey) bytes of UTF-8.")
        }
        return hash
    }

    var now: Date { log.settings.time.now() }

    /// Calls `body` with what is to be stored beside a payload, or returns `nil` when an entry
    /// that expires at `expiresAt` is not kept at all.
    func attributes(
        _ metadata: [String: String], storedAt: Date, expiresAt: Date?,
        _ durability: Durability = .buffered, isShareable: Bool = true
    ) throws -> LogAttributes {
        let bytes = MetadataCoding.bytes(metadata)
        guard bytes.count <= RecordHeader.longestMetadata else {
            throw DiskCacheError(
                .metadataTooLong,
                "Metadata has at most \(RecordHeader.longestMetadata) bytes, lengths included.")
        }
        return LogAttributes(
            metadata: bytes, storedAt: Timestamp.microseconds(storedAt),
            expiresAt: expiresAt.map(Timestamp.microseconds) ?? RecordHeader.never,
            durability: durability, isShareable: isShareable)
    }

    /// The same from what tiers know of an entry.
    func attributes(_ attributes: EntryAttributes) throws -> LogAttributes {
        try self.attributes(
            attributes.metadata, storedAt: attributes.storedAt, expiresAt: attributes.expiresAt,
            isShareable: attributes.isShareable)
    }
}

// MARK: Storing

extension DiskSpace {
    typealias Condition = (LogSession, LogKey) throws -> Bool

    /// Stores `payload`, if `isWanted` still says so once nobody else writes.
    func store(
        _ payload: Data, forKey key: String, _ attributes: LogAttributes,
        if isWanted: Condition = { _, _ in true }
    ) throws -> EntryVersion? {
        try withKey(key) { key in
            let isDead = attributes.expiresAt <= Timestamp.microseconds(now)
            let size = payload.count + key.nameLength + attributes.metadata.count
            guard !isDead, size <= (capacity ?? .max) / 2 else {
                try log.change { session in
                    if try isWanted(session, key) {
                        try session.remove(key, durability: attributes.durability)
                    }
                }
                return nil
            }
            if payload.count >= PackSize.largeThreshold(capacity: capacity) {
                return try storeLarge(payload, key, attributes, if: isWanted)
            }
            return try payload.withUnsafeBytes { bytes in
                let draft = LogDraft(.entry, key, payload: bytes, attributes)
                return try log.change { session in
                    try isWanted(session, key) ? try session.store(draft) : nil
                }
            }
        }
    }

    private func storeLarge(
        _ payload: Data, _ key: LogKey, _ attributes: LogAttributes, if isWanted: Condition
    ) throws -> EntryVersion? {
        var writer = LargeWriter(log)
        guard try writer.reserve(payload.count) else {
            try log.change { try $0.remove(key, durability: attributes.durability) }
            return nil
        }
        do throws(Errno) {
            let result: Result<Void, Errno> = payload.withUnsafeBytes { bytes in
                Result { () throws(Errno) in try writer.write(bytes) }
            }
            try result.get()
        } catch {
            throw log.failure(error, "Writing a large entry")
        }
        return try writer.commit(key, attributes) { try isWanted($0, key) }
    }

    /// Bytes; `nil` for a cache that keeps everything.
    var capacity: Int? {
        guard let capacity = log.control[.capacity] else { return log.settings.capacity }
        return capacity == 0 ? nil : Int(capacity)
    }

    func remove(forKey key: String, _ durability: Durability) throws {
        try withKey(key) { key in
            try log.change { try $0.remove(key, durability: durability) }
        }
    }

    /// Removes `key` durably and overwrites what it has in the log and in files.
    func erase(_ key: String) throws {
        try withKey(key) { key in try log.change { try $0.erase(key) } }
    }

    func removeAll(_ durability: Durability) throws {
        try log.checkUsable()
        try log.change { session in
            if bucket.hash == 0 {
                try session.removeAll(durability: durability)
            } else {
                try session.removeAll(in: bucket, durability: durability)
            }
        }
    }
}

// MARK: Looking up

extension DiskSpace {
    /// Everything about the entry under `key` but its payload.
    func attributes(
        forKey key: String, ignoringLifetime: Bool, mayWait: Bool = true
    ) throws -> LogValue? {
        try withKey(key) {
            try log.value(
                $0, .metadata, ignoringLifetime: ignoringLifetime, mayWait: mayWait)
        }
    }

    func contains(_ key: String) throws -> Bool {
        try withKey(key) { try log.value($0, []) != nil }
    }

    /// An entry whose payload can be had: all of it in `value`, or in a file.
    struct Found: Sendable {
        var value: LogValue
        var file: LargeFile?
    }

    /// Opens the entry under `key`.
    func open(
        _ key: String, _ parts: LogValue.Parts, ignoringLifetime: Bool, mayWait: Bool = true
    ) throws -> Found? {
        try withKey(key) {
            try open($0, parts, ignoringLifetime: ignoringLifetime, mayWait: mayWait)
        }
    }

    /// A file that is not there or not whole was removed meanwhile, or is damage.
    private func open(
        _ key: LogKey, _ parts: LogValue.Parts, ignoringLifetime: Bool, mayWait: Bool
    ) throws -> Found? {
        for _ in 0..<8 {
            let value = try log.value(
                key, parts.union(.payload), ignoringLifetime: ignoringLifetime, mayWait: mayWait)
            guard let value else { return nil }
            guard value.header.kind == .large else { return Found(value: value) }
            guard mayWait else { throw DiskLog.WouldWait() }
            if let file = try file(value) { return Found(value: value, file: file) }
            try drop(key, value)
        }
        return nil
    }

    private func file(_ value: LogValue) throws -> LargeFile? {
        guard let reference = value.reference else { return nil }
        do throws(Errno) {
            return try LargeFile(reference, in: log.directory)
        } catch {
            throw log.failure(error, "Opening a large entry")
        }
    }

    /// After following the log, treats what is still at its place as damage.
    func drop(_ key: LogKey, _ value: LogValue) throws {
        try log.follow()
        log.dropDamaged(key, at: value.address)
    }

    /// The payload alone under `key`.
    func data(_ key: String, ignoringLifetime: Bool) throws -> Data? {
        guard let (hash, place) = try lookUp(key) else { return nil }
        return try data(key, hash, from: place, ignoringLifetime: ignoringLifetime)
    }

    /// A function of its own, so that a miss makes no room for a value.
    @inline(never)
    private func data(
        _ key: String, _ hash: UInt64, from place: IndexPlace, ignoringLifetime: Bool
    ) throws -> Data? {
        try withKey(key, hash: hash) { key in
            var value: LogValue?
            let isFound = try payload(
                key, from: place, [], ignoringLifetime: ignoringLifetime, mayWait: true,
                into: &value)
            return isFound ? value?.payload : nil
        }
    }

    /// The entry under `key` with its whole payload.
    func payload(
        _ key: String, _ parts: LogValue.Parts, ignoringLifetime: Bool, mayWait: Bool = true
    ) throws -> LogValue? {
        guard let (hash, place) = try lookUp(key) else { return nil }
        return try withKey(key, hash: hash) { key in
            var value: LogValue?
            let isFound = try payload(
                key, from: place, parts, ignoringLifetime: ignoringLifetime, mayWait: mayWait,
                into: &value)
            return isFound ? value : nil
        }
    }

    private func payload(
        _ key: LogKey, from first: IndexPlace, _ parts: LogValue.Parts, ignoringLifetime: Bool,
        mayWait: Bool, into value: inout LogValue?
    ) throws -> Bool {
        var place = first
        for _ in 0..<8 {
            let isFound = try log.read(
                key, from: place, parts.union(.payload), ignoringLifetime: ignoringLifetime,
                mayWait: mayWait, into: &value)
            guard isFound else { return false }
            guard value?.header.kind == .large, let large = value else { return true }
            guard mayWait else { throw DiskLog.WouldWait() }
            if let payload = try payload(of: large) {
                value?.payload = payload
                return true
            }
            try drop(key, large)
            guard let next = bucket.lookUp(key.hash) else { return false }
            place = next
        }
        return false
    }

    private func payload(of large: LogValue) throws -> Data? {
        guard let file = try file(large) else { return nil }
        return try read(file, 0..<file.reference.payloadLength)
    }

    func read(_ file: LargeFile, _ range: Range<Int>) throws -> Data? {
        do throws(Errno) {
            return try file.read(range)
        } catch {
            throw log.failure(error, "Reading a large entry")
        }
    }
}
