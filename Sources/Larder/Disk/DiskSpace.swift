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

    convenience init(_ log: DiskLog, bucket name: String) throws {
        guard name.utf8.count <= RecordHeader.longestBucket else {
            throw DiskCacheError(
                .keyTooLong,
                "A bucket's name has at most \(RecordHeader.longestBucket) bytes of UTF-8.")
        }
        self.init(log, name: [UInt8](name.utf8))
    }

    /// The bucket of a `name` that is not too long.
    init(_ log: DiskLog, name: [UInt8]) {
        self.log = log
        self.name = name
        bucket = log.bucket(log.bucketHash(name))
    }
}

extension DiskSpace {
    /// Calls `body` with what the log knows `key` by.
    func withKey<Result>(_ key: String, _ body: (LogKey) throws -> Result) throws -> Result {
        try withKey(key, hash: try hash(of: key), body)
    }

    /// The same with the `hash` of `key`.
    func withKey<Result>(
        _ key: String, hash: UInt64, _ body: (LogKey) throws -> Result
    ) rethrows -> Result {
        try key.withContiguousUTF8 { bytes in
            try body(LogKey(bucket: bucket, bucketName: name, bytes: bytes, hash: hash))
        }
    }

    /// The hash of `key`, which must not be too long.
    @inline(__always)
    func hash(of key: String) throws -> UInt64 {
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

    /// What is to be stored beside a payload, as the log keeps it.
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

// MARK: - Storing

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
            if payload.count >= largeThreshold {
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

    /// From which length on a payload is a file of its own.
    var largeThreshold: Int {
        PackSize.largeThreshold(capacity: capacity, limit: log.largestFile)
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
