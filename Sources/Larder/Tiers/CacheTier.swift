#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// One level of a cache: bytes with their attributes by key.
///
/// Memory, disk and anything beyond (a shared engine, an older cache's folder) look the same
/// from above: ask a tier, ask the next, ask the origin, write back. A conforming type passes
/// the contract suite of `LarderTesting`.
///
/// A look-up of a key that is not there, has expired or was damaged returns `nil`. An error means
/// that the tier could not do its work. A key is any string, and strings that differ in their UTF-8
/// are two keys, also where `==` takes them for the same, as it does "é" and "e" with an accent
/// behind it. Every method may be called from any thread, and none blocks the caller's executor for
/// longer than a read from the page cache.
public protocol CacheTier: Sendable {
    /// Whether several users see this tier's entries, so that HTTP's rules for shared caches
    /// decide what may enter it (RFC 9111 §3.5). `false` by default.
    var isShared: Bool { get }

    /// Whether `version` is what a look-up of `key` would find now; `nil` stands for a miss.
    ///
    /// This is how a tier above finds out that its copy is outdated, by whomever: a replacement,
    /// a removal, another process. It must cost no more than a look-up in memory. A tier that
    /// cannot tell returns `true`, the default.
    func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool

    /// The entry under `key`, if the tier has it in memory and knows without waiting for anything
    /// that it is current.
    ///
    /// `nil` says nothing: ask ``entry(forKey:)``, which also counts the miss if it is one. It must
    /// cost no more than a look-up in memory. The default is `nil`.
    func entryAtHand(forKey key: String) -> Entry?

    /// The entry under `key`, or `nil` when there is none.
    func entry(forKey key: String) async throws -> Entry?

    /// What is known about the entry under `key`, without reading its payload.
    func attributes(forKey key: String) async throws -> EntryAttributes?

    /// Opens the entry under `key` for reading in parts, or returns `nil` when there is none.
    ///
    /// The reader goes on giving this entry's bytes when the key is replaced or evicted
    /// meanwhile. The default reads the whole entry at once.
    func reader(forKey key: String) async throws -> (any EntryReader)?

    /// Stores `entry` under `key` in place of what was there; all or nothing.
    ///
    /// `entry.attributes.version` is ignored. Returns the new version, or `nil` when the tier
    /// does not keep such an entry (too large, or already expired); then nothing is left under
    /// `key`.
    @discardableResult
    func store(_ entry: Entry, forKey key: String) async throws -> EntryVersion?

    /// Stores `entry` under `key` if what is there is still `version` (`nil`: nothing).
    ///
    /// This is a promotion from a lower tier: it must not undo a store or a removal that came
    /// after the look-up it comes from. Returns as ``store(_:forKey:)`` does, and `nil` also when
    /// nothing was stored because the key has changed. The default checks and then stores.
    @discardableResult
    func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) async throws -> EntryVersion?

    /// Starts storing a payload of unknown length under `key`.
    ///
    /// Nothing is visible before ``EntryWriter/commit(_:)``. The default collects the payload in
    /// memory.
    func writer(forKey key: String) async throws -> any EntryWriter

    /// Replaces metadata, expiry and whether others may see it of the entry under `key`, keeping
    /// its payload, if its version is still `version`. Returns the new version, or `nil` when it
    /// was not.
    @discardableResult
    func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) async throws -> EntryVersion?

    /// Removes what is under `key`, if anything is.
    func remove(forKey key: String) async throws

    /// Removes every entry.
    func removeAll() async throws
}

/// Reads one entry in parts.
public protocol EntryReader: Sendable {
    /// What is known about the entry.
    var attributes: EntryAttributes { get }

    /// The bytes in `range`, clamped to the payload; throws when they no longer read as stored.
    func read(_ range: Range<Int>) async throws -> Data
}

/// Stores one entry in parts. Dropping a writer abandons it.
public protocol EntryWriter: Sendable {
    /// Appends `bytes`.
    func write(_ bytes: Data) async throws

    /// Makes the entry visible with `attributes` (their size and version are ignored), replacing
    /// what was under the key. Returns as ``CacheTier/store(_:forKey:)`` does.
    @discardableResult
    func commit(_ attributes: EntryAttributes) async throws -> EntryVersion?

    /// Makes the entry visible under `key` instead of the key that the writer was opened for,
    /// and leaves that one alone: so a body that broke off is kept apart from whole ones.
    ///
    /// The default drops what was written and returns `nil`, for tiers that cannot.
    @discardableResult
    func commit(_ attributes: EntryAttributes, forKey key: String) async throws -> EntryVersion?

    /// Drops what was written. Harmless after a commit.
    func abandon() async
}
