/// The index of a full pack: what opening reads instead of the records.
///
/// It is the payload of the pack's last record: the entries, the buckets they name, and a
/// trailer by which the record is found from the end of the file.
struct Seal: Sendable {
    /// One record of the pack, as long in memory as in the file.
    struct Item: Hashable, Sendable {
        var hash: UInt64
        var bucketHash: UInt64
        /// Offset and length in units of 8 bytes, 24 bits each, and the kind.
        fileprivate var word: UInt64
    }

    var items: [Item]
    var lastBarrier = 0
    var lastSynced = 0
}

extension Seal.Item {
    init(_ header: RecordHeader, at offset: Int) {
        hash = header.hash
        bucketHash = header.bucketHash
        word =
            UInt64(offset >> 3) | UInt64(header.recordLength >> 3) << 24
            | UInt64(header.kind.rawValue) << 48
    }

    var offset: Int { Int(word & 0xFF_FFFF) << 3 }
    var length: Int { Int(word >> 24 & 0xFF_FFFF) << 3 }
    var kind: RecordHeader.Kind? { .init(rawValue: UInt8(truncatingIfNeeded: word >> 48)) }

    /// Whether it is about one key, a value or its removal.
    var isOfOneKey: Bool {
        switch kind {
        case .entry, .large, .removal: true
        case .removeAll, .removeBucket, .seal, nil: false
        }
    }

    /// Whether it can be a record's.
    fileprivate var isSound: Bool {
        guard let kind else { return false }
        return kind != .seal && length >= RecordHeader.size && length <= RecordHeader.longestRecord
    }
}

extension Seal {
    static let itemSize = 24
    static let trailerSize = 40
    /// A pack of records without any content has this much of a seal.
    static let longest = 64 << 20
    static let magic: UInt32 = 0x6C61_6553  // "Seal"

    /// The length of the record that seals `count` items.
    static func recordLength(_ count: Int) -> Int {
        RecordHeader.size + count * itemSize + trailerSize
    }

    /// How many items a record of `length` bytes has.
    static func itemCount(_ length: Int) -> Int {
        (length - RecordHeader.size - trailerSize) / itemSize
    }

    /// The record, for its place.
    func record(at offset: Int, random: UInt64) -> [UInt8] {
        var header = RecordHeader(kind: .seal)
        header.payloadLength = items.count * Self.itemSize + Self.trailerSize
        var bytes = [UInt8](repeating: 0, count: header.recordLength)
        bytes.withUnsafeMutableBytes { bytes in
            let payload = UnsafeMutableRawBufferPointer(rebasing: bytes[RecordHeader.size...])
            write(to: payload, at: offset, random: random)
            header.payloadChecksum = Checksum.of(UnsafeRawBufferPointer(payload))
            header.write(to: bytes, seed: RecordHeader.seed(random, offset))
        }
        return bytes
    }

    private func write(to bytes: UnsafeMutableRawBufferPointer, at offset: Int, random: UInt64) {
        var place = 0
        for item in items {
            bytes.put(item.hash, at: place)
            bytes.put(item.bucketHash, at: place + 8)
            bytes.put(item.word, at: place + 16)
            place += Self.itemSize
        }
        bytes.put(UInt64(lastBarrier), at: place)
        bytes.put(UInt64(lastSynced), at: place + 8)
        bytes.put(UInt64(items.count), at: place + 16)
        bytes.put(UInt64(offset), at: place + 24)
        let trailer = UnsafeRawBufferPointer(rebasing: bytes[place..<(place + 32)])
        bytes.put(Self.magic, at: place + 32)
        bytes.put(
            Checksum.of(trailer, from: RecordHeader.seed(random, offset + 1)), at: place + 36)
    }

    /// The place and length of the seal that the last bytes of a pack speak of.
    static func locate(
        trailer bytes: UnsafeRawBufferPointer, fileSize: Int, random: UInt64
    ) -> (offset: Int, length: Int)? {
        guard bytes.count == trailerSize, bytes.number(at: 32) == magic else { return nil }
        let count: UInt64 = bytes.number(at: 16)
        let offset: UInt64 = bytes.number(at: 24)
        guard count <= UInt64(fileSize / itemSize), offset <= UInt64(fileSize) else { return nil }
        let length = recordLength(Int(count))
        let check = Checksum.of(
            UnsafeRawBufferPointer(rebasing: bytes[0..<32]),
            from: RecordHeader.seed(random, Int(offset) + 1))
        guard check == bytes.number(at: 36), Int(offset) + length == fileSize else { return nil }
        return (Int(offset), length)
    }

    /// Reads a seal's record; `nil` when it is damaged.
    init?(record bytes: UnsafeRawBufferPointer, at offset: Int, random: UInt64) {
        let seed = RecordHeader.seed(random, offset)
        guard let header = RecordHeader(bytes, seed: seed), header.kind == .seal,
            header.recordLength == bytes.count, header.nameLength == 0,
            header.metadataLength == 0, header.payloadLength >= Self.trailerSize
        else { return nil }
        let payload = UnsafeRawBufferPointer(rebasing: bytes[RecordHeader.size...])
        guard header.payloadChecksum == Checksum.of(payload) else { return nil }
        let count = (payload.count - Self.trailerSize) / Self.itemSize
        var end = PackHeader.size
        items = []
        items.reserveCapacity(count)
        for index in 0..<count {
            let place = index * Self.itemSize
            let item = Item(
                hash: payload.number(at: place), bucketHash: payload.number(at: place + 8),
                word: payload.number(at: place + 16))
            guard item.isSound, item.offset == end else { return nil }
            end += item.length
            items.append(item)
        }
        guard end == offset else { return nil }
        let trailer = payload.count - Self.trailerSize
        lastBarrier = Int(truncatingIfNeeded: payload.number(at: trailer, as: UInt64.self))
        lastSynced = Int(truncatingIfNeeded: payload.number(at: trailer + 8, as: UInt64.self))
        guard (0..<offset).contains(lastBarrier), (0..<offset).contains(lastSynced) else {
            return nil
        }
    }
}
