#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DiskSpace {
    func store(
        _ data: Data, _ key: String, _ metadata: [String: String], _ lifetime: Lifetime,
        _ durability: Durability
    ) throws -> EntryVersion? {
        let now = now
        let attributes = try attributes(
            metadata, storedAt: now, expiresAt: Self.expiry(of: lifetime, from: now), durability)
        return try store(data, forKey: key, attributes)
    }

    static func expiry(of lifetime: Lifetime, from now: Date) -> Date? {
        lifetime.duration.map { now.addingTimeInterval($0.seconds) }
    }

    /// 128 random bits as text.
    static func newKey() -> String {
        let name = LargeName.random()
        return String(name.first, radix: 36) + "-" + String(name.second, radix: 36)
    }

    func read(_ key: String, _ range: Range<Int>) throws -> Data? {
        for _ in 0..<8 {
            guard let found = try open(key, [], ignoringLifetime: false) else { return nil }
            guard let file = found.file else { return found.value.payload.part(range) }
            if let bytes = try read(file, range) { return bytes }
            try withKey(key) { try drop($0, found.value) }
        }
        return nil
    }

    /// Stores the entry under `key` anew with other metadata, if its version is still `version`
    /// or none is given.
    func replaceMetadata(
        _ key: String, _ metadata: [String: String], _ lifetime: Lifetime?
    ) throws -> EntryVersion? {
        guard let old = try attributes(forKey: key, ignoringLifetime: false) else { return nil }
        let now = now
        let expiry = lifetime.map { Self.expiry(of: $0, from: now) }
        let attributes = try attributes(
            metadata, storedAt: Timestamp.date(old.header.storedAt),
            expiresAt: expiry ?? old.expiresAt, isShareable: old.isShareable)
        return try update(key, attributes, ifVersion: old.version)
    }

    /// A small payload is appended anew beside its metadata; of a large one the new record names
    /// the same file.
    func update(
        _ key: String, _ attributes: LogAttributes, ifVersion version: EntryVersion
    ) throws -> EntryVersion? {
        guard
            let found = try withKey(
                key, { try log.value($0, .payload, ignoringLifetime: false) }),
            found.version == version
        else { return nil }
        return try withKey(key) { key in
            try found.payload.withUnsafeBytes { payload in
                let draft = LogDraft(found.header.kind, key, payload: payload, attributes)
                let kept = found.reference?.name
                return try log.change { session in
                    guard try session.version(of: key) == version else { return nil }
                    return try session.store(draft, keeping: kept)
                }
            }
        }
    }
}

extension LogValue {
    var expiresAt: Date? {
        header.expiresAt == RecordHeader.never ? nil : Timestamp.date(header.expiresAt)
    }

    /// Whether other users may see it.
    var isShareable: Bool { !header.flags.contains(.isOneUsers) }

    /// The length of the whole payload, wherever it lies.
    var size: Int { reference?.payloadLength ?? header.payloadLength }

    /// What tiers know of the entry.
    var attributes: EntryAttributes {
        EntryAttributes(
            size: size, metadata: metadata, storedAt: Timestamp.date(header.storedAt),
            expiresAt: expiresAt, version: version, isShareable: isShareable)
    }
}

extension Data {
    /// The bytes in `range`, clamped, with indices that begin at 0.
    func part(_ range: Range<Int>) -> Data {
        let wanted = range.clamped(to: 0..<count)
        return wanted == 0..<count ? self : Data(self[wanted])
    }
}
