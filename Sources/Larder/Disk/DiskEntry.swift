#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What is known about an entry of a ``DiskCache`` besides its payload.
public struct DiskEntry: Sendable, Hashable {
    /// Where an entry lies.
    public struct Location: Sendable, Hashable {
        /// The name of the pack file that holds its record.
        public var file: String
        /// Where the record begins in it.
        public var offset: Int
        /// The name of the payload's own file, if it is that large.
        public var payloadFile: String?

        /// Makes a place.
        public init(file: String, offset: Int, payloadFile: String? = nil) {
            self.file = file
            self.offset = offset
            self.payloadFile = payloadFile
        }
    }

    /// The entry's key.
    public var key: String
    /// The bucket that the key belongs to, or `nil` for the cache's own keys.
    public var bucket: String?
    /// The payload's size in bytes.
    public var size: Int
    /// When it was stored.
    public var storedAt: Date
    /// From when on it is no longer served; `nil` for never.
    public var expiresAt: Date?
    /// The notes beside the payload.
    public var metadata: [String: String]
    /// Whether other users may see it: ``EntryAttributes/isShareable``.
    public var isShareable: Bool
    /// Whether it was read since it was stored or the hand last passed it, by any process.
    public var isRead: Bool
    /// Which store of the key it is.
    public var version: EntryVersion
    /// Where it lies.
    public var location: Location
}

extension DiskEntry {
    init(_ value: LogValue, key: String, bucket: String?) {
        let reference = value.reference
        self.init(
            key: key, bucket: bucket, size: value.size,
            storedAt: Timestamp.date(value.header.storedAt), expiresAt: value.expiresAt,
            metadata: value.metadata, isShareable: value.isShareable, isRead: value.isMarked,
            version: value.version,
            location: Location(
                file: FileName.pack(value.address.pack), offset: value.address.offset,
                payloadFile: reference.map { FileName.large($0.name) }))
    }
}
