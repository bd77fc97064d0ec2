/// What the record of a large entry holds in its payload's place: where the payload is.
///
/// The file is the payload followed by the CRC-32C of each of its blocks; the reference holds
/// the checksum of these, so a file that is not the record's own cannot pass for it.
struct LargeReference: Hashable, Sendable {
    var name: LargeName
    var payloadLength: Int
    var tableChecksum: UInt32
}

extension LargeReference {
    static let size = 32
    static let block = 64 << 10

    static func blockCount(_ payloadLength: Int) -> Int {
        payloadLength / block + (payloadLength % block == 0 ? 0 : 1)
    }

    /// The file's length for a payload of `payloadLength` bytes.
    static func fileLength(_ payloadLength: Int) -> Int {
        payloadLength + 4 * blockCount(payloadLength)
    }

    var fileLength: Int { Self.fileLength(payloadLength) }

    func bytes() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.size)
        bytes.withUnsafeMutableBytes { bytes in
            bytes.put(name.first, at: 0)
            bytes.put(name.second, at: 8)
            bytes.put(UInt64(payloadLength), at: 16)
            bytes.put(tableChecksum, at: 24)
        }
        return bytes
    }

    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == Self.size else { return nil }
        let length: UInt64 = bytes.number(at: 16)
        guard length < 1 << 46 else { return nil }
        name = LargeName(first: bytes.number(at: 0), second: bytes.number(at: 8))
        payloadLength = Int(length)
        tableChecksum = bytes.number(at: 24)
    }
}
