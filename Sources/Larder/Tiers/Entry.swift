#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What tiers pass to each other: bytes and all that is known about them.
public struct Entry: Sendable, Equatable {
    /// The bytes. May be empty: an empty entry is not a missing one.
    public var payload: Data

    /// Everything known about the bytes.
    public var attributes: EntryAttributes

    /// Makes an entry. Its attributes' ``EntryAttributes/size`` is set to the payload's.
    public init(payload: Data, attributes: EntryAttributes) {
        self.payload = payload
        self.attributes = attributes
        self.attributes.size = payload.count
    }
}

/// What is known about an entry besides its bytes.
public struct EntryAttributes: Sendable, Hashable {
    /// The payload's size in bytes.
    public var size: Int

    /// The caller's own notes beside the bytes, kept with them in every tier.
    public var metadata: [String: String]

    /// When the entry was first stored, by the wall clock.
    public var storedAt: Date

    /// The moment from which the entry is no longer served; `nil` means never.
    public var expiresAt: Date?

    /// Which store of the key this is, within the tier that gave it out.
    public var version: EntryVersion?

    /// Whether other users may see the entry. `true` by default; an answer that belongs to one
    /// user (RFC 9111 §3.5) enters no tier that is shared. Kept with the entry by every tier.
    public var isShareable: Bool

    /// Makes attributes.
    public init(
        size: Int = 0, metadata: [String: String] = [:], storedAt: Date,
        expiresAt: Date? = nil, version: EntryVersion? = nil, isShareable: Bool = true
    ) {
        self.size = size
        self.metadata = metadata
        self.storedAt = storedAt
        self.expiresAt = expiresAt
        self.version = version
        self.isShareable = isShareable
    }
}

extension EntryAttributes {
    /// Whether the entry may still be served at `now`.
    ///
    /// An entry stored in the future (by a clock that was set back since) is not.
    public func isLive(at now: Date) -> Bool {
        guard let expiresAt else { return true }
        return now < expiresAt && storedAt <= now
    }
}

/// A mark that differs between any two stores under one key in one tier.
public struct EntryVersion: Hashable, Sendable {
    /// The mark. Its order means nothing.
    public let rawValue: UInt64

    /// Makes a version from a tier's own mark.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
