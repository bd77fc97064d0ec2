#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
import Larder

/// How an entry lies in the engine: one value, all numbers little-endian.
///
/// | at | what |
/// |---|---|
/// | 0 | `LDR1` |
/// | 4 | 1 when the digests are keyed, else 0 |
/// | 8 | version |
/// | 16 | when it was stored, in microseconds since 1970 |
/// | 24 | when it expires, likewise; the least number means never |
/// | 32 | length of the metadata |
/// | 36 | length of the payload |
/// | 40 | digest of the payload |
/// | 48 | digest of the key's length, the key, the bytes from 0 to 47 and the metadata |
/// | 56 | metadata: names in order, each with its value; both with their lengths before them |
/// | | payload |
///
/// Where an entry was removed lies a mark of 16 bytes: `LDR0`, nothing, and version 0, which no
/// entry has. So machines that hold copies learn of the removal, and of an entry that the engine
/// has merely forgotten they do not.
///
/// The key is in the digest, so a value that came under another key is damaged. The payload has a
/// digest of its own, so the rest can be replaced without it.
struct EntryForm: Sendable {
    let seal: Seal

    static let headSize = 56
    /// Where the version lies.
    static let version = 8..<16
    fileprivate static let magic: UInt32 = 0x3152_444C
    /// What lies where an entry was removed.
    static let removed = Array("LDR0".utf8) + [UInt8](repeating: 0, count: 12)
    fileprivate static let sealed = 48

    /// All but the payload.
    struct Head: Equatable {
        var attributes: EntryAttributes
        /// How long the value is before its payload.
        var length = 0
        var payloadDigest: UInt64

        var version: EntryVersion? { attributes.version }
    }
}

// MARK: - Writing

extension EntryForm {
    /// The whole value of `entry`.
    func encode(_ entry: Entry, as version: EntryVersion, forKey key: String) -> [UInt8] {
        var attributes = entry.attributes
        attributes.version = version
        attributes.size = entry.payload.count
        let digest = entry.payload.withUnsafeBytes { seal.digest(ofPayload: $0) }
        var bytes = encode(Head(attributes: attributes, payloadDigest: digest), forKey: key)
        bytes.append(contentsOf: entry.payload)
        return bytes
    }

    /// The value without its payload.
    func encode(_ head: Head, forKey key: String) -> [UInt8] {
        let metadata = Self.encode(head.attributes.metadata)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headSize + metadata.count + head.attributes.size)
        bytes.append(Self.magic)
        bytes.append(UInt32(seal.isKeyed ? 1 : 0))
        bytes.append(head.attributes.version?.rawValue ?? 0)
        bytes.append(Self.microseconds(head.attributes.storedAt))
        bytes.append(head.attributes.expiresAt.map(Self.microseconds) ?? .min)
        bytes.append(UInt32(clamping: metadata.count))
        bytes.append(UInt32(clamping: head.attributes.size))
        bytes.append(head.payloadDigest)
        bytes.append(digest(ofHead: bytes, metadata, key))
        bytes.append(contentsOf: metadata)
        return bytes
    }

    private func digest(
        ofHead head: some Collection<UInt8>, _ metadata: some Collection<UInt8>, _ key: String
    ) -> UInt64 {
        var bytes: [UInt8] = []
        bytes.append(UInt32(clamping: key.utf8.count))
        bytes.append(contentsOf: key.utf8)
        bytes.append(contentsOf: head)
        bytes.append(contentsOf: metadata)
        return bytes.withUnsafeBytes { seal.digest(ofHead: $0) }
    }

    private static func encode(_ metadata: [String: String]) -> [UInt8] {
        var bytes: [UInt8] = []
        for (name, value) in metadata.sorted(by: { $0.key < $1.key }) {
            for text in [name, value] {
                bytes.append(UInt32(clamping: text.utf8.count))
                bytes.append(contentsOf: text.utf8)
            }
        }
        return bytes
    }

    static func microseconds(_ date: Date) -> Int64 {
        let count = (date.timeIntervalSince1970 * 1e6).rounded()
        // The least number is taken: it means never.
        return Int64(exactly: count) ?? (count < 0 ? .min + 1 : .max)
    }
}

// MARK: - Reading

extension EntryForm {
    /// The entry that `value` is, or `nil` when it is damaged or not this key's.
    func decode(_ value: [UInt8], forKey key: String) -> Entry? {
        guard let head = decodeHead(value, forKey: key) else { return nil }
        let size = head.attributes.size
        guard value.count - head.length == size else { return nil }
        return value.withUnsafeBytes { bytes in
            let payload = UnsafeRawBufferPointer(rebasing: bytes[head.length...])
            guard seal.digest(ofPayload: payload) == head.payloadDigest else { return nil }
            return Entry(payload: Self.data(payload, in: value), attributes: head.attributes)
        }
    }

    /// The part of `value` that `payload` points to, without a copy: the value was read for this
    /// entry alone.
    private static func data(_ payload: UnsafeRawBufferPointer, in value: [UInt8]) -> Data {
        guard let start = payload.baseAddress, !payload.isEmpty else { return Data() }
        // Safe because an array's elements stay where they are while it is held and not changed,
        // and nobody but the data holds this one for long.
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: payload.count,
            deallocator: .custom { _, _ in withExtendedLifetime(value) {} })
    }

    /// The head that `bytes` begin with, or `nil` when it is damaged, not this key's, or not all
    /// there.
    func decodeHead(_ bytes: [UInt8], forKey key: String) -> Head? {
        guard let length = Self.headLength(bytes), bytes.count >= length else { return nil }
        var reader = ByteReader(bytes[8..<length])
        guard let version = reader.number(UInt64.self), let storedAt = reader.number(Int64.self),
            let expiresAt = reader.number(Int64.self), reader.number(UInt32.self) != nil,
            let size = reader.number(UInt32.self), let digest = reader.number(UInt64.self),
            let headDigest = reader.number(UInt64.self),
            self.digest(ofHead: bytes[..<Self.sealed], bytes[Self.headSize..<length], key)
                == headDigest,
            let metadata = reader.metadata()
        else { return nil }
        let attributes = EntryAttributes(
            size: Int(size), metadata: metadata, storedAt: Self.date(storedAt),
            expiresAt: expiresAt == .min ? nil : Self.date(expiresAt),
            version: EntryVersion(rawValue: version))
        return Head(attributes: attributes, length: length, payloadDigest: digest)
    }

    /// How long the head says it is, or `nil` when `bytes` do not begin with one of ours.
    static func headLength(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= headSize else { return nil }
        var reader = ByteReader(bytes[...])
        guard reader.number(UInt32.self) == magic else { return nil }
        reader.skip(28)
        return reader.number(UInt32.self).map { headSize + Int($0) }
    }

    /// The version in a value, unchecked.
    static func version(in bytes: [UInt8]) -> EntryVersion? {
        guard bytes.count >= version.upperBound else { return nil }
        return EntryVersion(bytes[version])
    }

    /// Whether two entries are one as far as their attributes tell, which are kept to the
    /// microsecond everywhere. Those of one key that agree in size, metadata and that moment are.
    static func isSame(_ one: EntryAttributes, _ other: EntryAttributes) -> Bool {
        one.size == other.size && one.metadata == other.metadata
            && microseconds(one.storedAt) == microseconds(other.storedAt)
            && one.expiresAt.map(microseconds) == other.expiresAt.map(microseconds)
    }

    /// Whether what was read where the version lies says that there is no entry.
    static func isNothing(version bytes: [UInt8]) -> Bool {
        bytes.isEmpty || bytes == Array(removed[version])
    }

    static func date(_ microseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(microseconds) / 1e6)
    }
}

extension EntryVersion {
    /// The version that exactly these eight bytes are; `nil` also for that of a removal.
    init?(_ bytes: some Collection<UInt8>) {
        let value = bytes.reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        guard bytes.count == 8, value != 0 else { return nil }
        self.init(rawValue: value)
    }

    /// The version as it lies in a value.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(rawValue)
        return bytes
    }

    /// Any but that of a removal.
    static func random() -> EntryVersion {
        EntryVersion(rawValue: .random(in: 1 ... .max))
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }
}
