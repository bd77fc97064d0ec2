/// What reading the whole of an entry's record, and of its file, has shown.
struct RecordInspection {
    /// What does not read as it was written; `nil` when all does.
    var part: DiskDamage.Part?
    /// The key and its bucket, where they read.
    var key: String?
    var bucket: String?
    /// The payload's length.
    var size = 0
    /// The name of the payload's own file.
    var payloadFile: String?
}

extension RecordInspection {
    /// Reads `entry` in its pack; without a pack all of it is damaged.
    init(_ entry: LogVerifier.Entry, in pack: Pack?, of log: DiskLog) throws(Errno) {
        let length = entry.place.length
        guard let bytes = try pack?.read(length, at: entry.address.offset), bytes.count == length,
            let header = bytes.withUnsafeBytes({
                pack?.recordHeader($0, at: entry.address.offset)
            }), header.isValue, header.recordLength == length, header.hash == entry.hash
        else {
            part = .record
            return
        }
        part = bytes.withUnsafeBytes { header.damagedPart(of: $0) }
        if part != .key { takeNames(bytes, header) }
        guard part == nil else { return }
        size = header.payloadLength
        if !hasMetadata(bytes, header) { part = .metadata }
        if header.kind == .large { try inspectFile(bytes, header, in: log.directory) }
    }

    private mutating func takeNames(_ bytes: [UInt8], _ header: RecordHeader) {
        let name = bytes[RecordHeader.size..<header.payloadOffset]
        key = String(decoding: name.dropFirst(header.bucketLength), as: UTF8.self)
        guard header.bucketLength > 0 else { return }
        bucket = String(decoding: name.prefix(header.bucketLength), as: UTF8.self)
    }

    private func hasMetadata(_ bytes: [UInt8], _ header: RecordHeader) -> Bool {
        bytes[header.metadataOffset..<header.contentLength].withUnsafeBytes {
            MetadataCoding.metadata($0) != nil
        }
    }

    private mutating func inspectFile(
        _ bytes: [UInt8], _ header: RecordHeader, in directory: Directory
    ) throws(Errno) {
        let reference = bytes[header.payloadOffset..<header.metadataOffset].withUnsafeBytes {
            LargeReference($0)
        }
        guard let reference else {
            part = .payload
            return
        }
        size = reference.payloadLength
        payloadFile = FileName.large(reference.name)
        if try !LargeFile.isWhole(reference, in: directory) { part = .payloadFile }
    }
}
