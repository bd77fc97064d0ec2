/// What the record of a large entry holds in its payload's place: where the payload is, and the
/// CRC-32C of each of its blocks.
///
/// The file is the payload and nothing else, so that its URL can be given away. The checksums
/// are as safe as the record is, and a file that is not the record's own cannot pass for it.
struct LargeReference: Hashable, Sendable {
    var name: LargeName
    var payloadLength: Int
    var checksums: [UInt32]
}

extension LargeReference {
    private static let headSize = 24
    static let block = 64 << 10

    /// The checksums of a longer one would not fit in a record: about 30 GiB.
    static let longestPayload: Int = {
        let others =
            RecordHeader.size + RecordHeader.longestBucket + RecordHeader.longestKey
            + RecordHeader.longestMetadata + headSize
        return (RecordHeader.longestRecord - others) / 4 * block
    }()

    static func blockCount(_ payloadLength: Int) -> Int {
        payloadLength / block + (payloadLength % block == 0 ? 0 : 1)
    }

    func bytes() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.headSize + 4 * checksums.count)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.put(name.first, at: 0)
            bytes.put(name.second, at: 8)
            bytes.put(UInt64(payloadLength), at: 16)
            for (index, checksum) in checksums.enumerated() {
                bytes.put(checksum, at: Self.headSize + 4 * index)
            }
        }
        return bytes
    }

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= Self.headSize else { return nil }
        let length: UInt64 = bytes.number(at: 16)
        guard length <= UInt64(Self.longestPayload) else { return nil }
        payloadLength = Int(length)
        let count = Self.blockCount(payloadLength)
        guard bytes.count == Self.headSize + 4 * count else { return nil }
        name = LargeName(first: bytes.number(at: 0), second: bytes.number(at: 8))
        checksums = (0..<count).map { bytes.number(at: Self.headSize + 4 * $0) }
    }
}
