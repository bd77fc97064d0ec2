import CLarderSystem

/// The first bytes of a record: what it is, how long its parts are, and their checksums.
///
/// The layout is in `Docs/DiskFormat.md`. The header's own checksum goes on from a seed made of
/// its pack's random number and its offset, so bytes that were a record elsewhere are none here.
/// The checksums of the parts stand in the header and need no seed of their own.
struct RecordHeader: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
        /// A payload under a key.
        case entry = 1
        /// A payload in a file of its own; the record holds a ``LargeReference``.
        case large = 2
        /// The key has no entry.
        case removal = 3
        /// No key has an entry.
        case removeAll = 4
        /// No key of the bucket has an entry.
        case removeBucket = 5
        /// The pack's records, by which it is opened. Always its last record.
        case seal = 6
    }

    struct Flags: OptionSet, Hashable, Sendable {
        let rawValue: UInt8
        /// The record was to survive a loss of power; its copies carry this on.
        static let isSynced = Flags(rawValue: 1)
        /// Everything before the record was durable when it was written.
        static let isBarrier = Flags(rawValue: 2)
        /// The entry belongs to one user, and enters no tier that is shared.
        static let isOneUsers = Flags(rawValue: 4)
        /// All that a reader of this version understands.
        static let known: Flags = [.isSynced, .isBarrier, .isOneUsers]
    }

    var kind: Kind
    var flags: Flags = []
    var bucketLength = 0
    var keyLength = 0
    var metadataLength = 0
    var payloadLength = 0
    /// Microseconds since 1970.
    var storedAt: Int64 = 0
    /// Microseconds since 1970; ``never`` for no end.
    var expiresAt: Int64 = RecordHeader.never
    /// Where the key's value was first written: its version, which the hand's copies keep.
    var version: UInt64 = 0
    var hash: UInt64 = 0
    var bucketHash: UInt64 = 0
    /// Of bucket and key.
    var keyChecksum: UInt32 = 0
    var payloadChecksum: UInt32 = 0
    var metadataChecksum: UInt32 = 0

    init(kind: Kind) {
        self.kind = kind
    }
}

extension RecordHeader {
    static let size = 80
    static let never = Int64.max
    /// Where the read mark stands, which no checksum covers.
    static let markOffset = 76
    private static let checkedSize = 76

    static let longestBucket = 1024
    static let longestKey = 64 << 10
    static let longestMetadata = 64 << 10
    /// What the index can express; every record is shorter.
    static let longestRecord = 2 << 20

    /// The length of bucket and key together.
    var nameLength: Int { bucketLength + keyLength }
    /// The length of all but the padding.
    var contentLength: Int { Self.size + nameLength + payloadLength + metadataLength }
    /// The whole record's length, a multiple of 8.
    var recordLength: Int { Layout.aligned(contentLength) }
    var payloadOffset: Int { Self.size + nameLength }
    var metadataOffset: Int { Self.size + nameLength + payloadLength }
    var payloadRange: Range<Int> { payloadOffset..<(payloadOffset + payloadLength) }
    var metadataRange: Range<Int> { metadataOffset..<(metadataOffset + metadataLength) }
    /// Whether it is a value under a key.
    var isValue: Bool { kind == .entry || kind == .large }
}

extension RecordHeader {
    /// What the checksum of a header at `offset` in a pack with random number `random` goes on
    /// from.
    static func seed(_ random: UInt64, _ offset: Int) -> UInt32 {
        var mixed = (random ^ UInt64(truncatingIfNeeded: offset)) &* 0x9E37_79B9_7F4A_7C15
        mixed ^= mixed >> 29
        mixed = mixed &* 0xBF58_476D_1CE4_E5B9
        return UInt32(truncatingIfNeeded: mixed >> 32)
    }

    /// Writes the header for its place. The read mark is clear.
    func write(to bytes: UnsafeMutableRawBufferPointer, seed: UInt32) {
        bytes.put(kind.rawValue, at: 4)
        bytes.put(flags.rawValue, at: 5)
        bytes.put(UInt16(truncatingIfNeeded: bucketLength), at: 6)
        bytes.put(UInt32(truncatingIfNeeded: keyLength), at: 8)
        bytes.put(UInt32(truncatingIfNeeded: metadataLength), at: 12)
        bytes.put(UInt64(truncatingIfNeeded: payloadLength), at: 16)
        bytes.put(storedAt, at: 24)
        bytes.put(expiresAt, at: 32)
        bytes.put(version, at: 40)
        bytes.put(hash, at: 48)
        bytes.put(bucketHash, at: 56)
        bytes.put(keyChecksum, at: 64)
        bytes.put(payloadChecksum, at: 68)
        bytes.put(metadataChecksum, at: 72)
        bytes.put(UInt32(0), at: Self.markOffset)
        let checked = UnsafeRawBufferPointer(rebasing: bytes[4..<Self.checkedSize])
        bytes.put(Checksum.of(checked, from: seed), at: 0)
    }

    /// Reads a header, or returns `nil` when the bytes are none for this place.
    init?(_ bytes: UnsafeRawBufferPointer, seed: UInt32) {
        guard bytes.count >= Self.size, let kind = Kind(rawValue: bytes[4]) else { return nil }
        let checked = UnsafeRawBufferPointer(rebasing: bytes[4..<Self.checkedSize])
        guard bytes.number(at: 0) == Checksum.of(checked, from: seed) else { return nil }
        self.kind = kind
        flags = Flags(rawValue: bytes[5]).intersection(.known)
        bucketLength = Int(bytes.number(at: 6, as: UInt16.self))
        keyLength = Int(bytes.number(at: 8, as: UInt32.self))
        metadataLength = Int(bytes.number(at: 12, as: UInt32.self))
        let payload: UInt64 = bytes.number(at: 16)
        storedAt = bytes.number(at: 24)
        expiresAt = bytes.number(at: 32)
        version = bytes.number(at: 40)
        hash = bytes.number(at: 48)
        bucketHash = bytes.number(at: 56)
        keyChecksum = bytes.number(at: 64)
        payloadChecksum = bytes.number(at: 68)
        metadataChecksum = bytes.number(at: 72)
        let limit = kind == .seal ? Seal.longest : Self.longestRecord
        guard payload < UInt64(limit), bucketLength <= Self.longestBucket,
            keyLength <= Self.longestKey, metadataLength <= Self.longestMetadata
        else { return nil }
        payloadLength = Int(payload)
        guard recordLength <= limit else { return nil }
    }

    /// Whether a record's bytes carry the read mark.
    static func isMarked(_ bytes: UnsafeRawBufferPointer) -> Bool { bytes[markOffset] != 0 }
}
