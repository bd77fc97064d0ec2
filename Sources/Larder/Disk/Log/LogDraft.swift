/// An entry about to be stored, its checksums computed before any lock is taken.
struct LogDraft {
    var header: RecordHeader
    var key: LogKey
    var payload: UnsafeRawBufferPointer
    var metadata: [UInt8]
}

/// What is stored beside a payload.
struct LogAttributes: Sendable {
    var metadata: [UInt8] = []
    var storedAt: Int64 = 0
    var expiresAt = RecordHeader.never
    var durability = Durability.buffered
    var isShareable = true
}

extension LogDraft {
    init(
        _ kind: RecordHeader.Kind, _ key: LogKey, payload: UnsafeRawBufferPointer,
        _ attributes: LogAttributes
    ) {
        header = RecordHeader(kind: kind)
        if attributes.durability == .synced { header.flags.insert(.isSynced) }
        if !attributes.isShareable { header.flags.insert(.isOneUsers) }
        header.bucketLength = key.bucketName.count
        header.keyLength = key.bytes.count
        header.metadataLength = attributes.metadata.count
        header.payloadLength = payload.count
        header.storedAt = attributes.storedAt
        header.expiresAt = attributes.expiresAt
        header.hash = key.hash
        header.bucketHash = key.bucket.hash
        header.keyChecksum = key.checksum
        header.payloadChecksum = Checksum.of(payload)
        header.metadataChecksum = attributes.metadata.withUnsafeBytes { Checksum.of($0) }
        self.key = key
        self.payload = payload
        metadata = attributes.metadata
    }
}
