/// What reading all of a ``DiskCache`` has shown. See ``DiskCache/verify(dropping:)``.
public struct DiskVerification: Sendable, Hashable {
    /// The entries that read as they were stored, expired ones included.
    public var soundEntries = 0
    /// What their payloads come to.
    public var soundBytes = ByteCount.zero
    /// Everything that did not read as it was written, in the order of the log.
    public var damage: [DiskDamage] = []
    /// Whether what is damaged was dropped.
    public var isDropped = false

    /// Makes a report of nothing.
    public init() {}
}

/// Bytes of a ``DiskCache`` that do not read as they were written.
public struct DiskDamage: Sendable, Hashable {
    /// What is damaged.
    public enum Part: String, Sendable, Hashable {
        /// An entry's record as a whole: its key cannot be told, unless by who knows it.
        case record
        /// An entry's key.
        case key
        /// An entry's payload, in its record.
        case payload
        /// An entry's metadata.
        case metadata
        /// An entry's payload in a file of its own, which may be missing.
        case payloadFile
        /// The index of a full pack. It costs no entry as long as the pack itself reads.
        case index
        /// A pack that is missing or is none. With it, all that is older is dropped when the cache
        /// is next opened, since newer values of any key may have been in it.
        case pack
    }

    /// What is damaged.
    public var part: Part
    /// The entry's key, where there is one and it still reads.
    public var key: String?
    /// The bucket that the key belongs to, or `nil` for the cache's own keys.
    public var bucket: String?
    /// Where it lies: the pack and the place in it, and the payload's own file.
    public var location: DiskEntry.Location

    /// Makes a damage.
    public init(
        part: Part, key: String? = nil, bucket: String? = nil, location: DiskEntry.Location
    ) {
        self.part = part
        self.key = key
        self.bucket = bucket
        self.location = location
    }
}

extension DiskCache {
    /// Reads every entry of every bucket and checks that it is what was stored, and that the log
    /// can be read without what this process remembers of it.
    ///
    /// Damage never makes a look-up give wrong bytes; it is a miss. So this finds out what was
    /// lost before somebody looks for it. What was found is counted in ``statistics`` as if it had
    /// been looked up, and is a miss from then on.
    ///
    /// - Parameter dropping: Whether what is damaged goes for good, for all processes: its space
    ///   comes back and the next call finds nothing. What still reads in a damaged pack is carried
    ///   over first. `false` by default.
    /// - Returns: What reads, and what does not and where it lies.
    /// - Throws: ``DiskCacheError``: `closed`, `forked`, `outOfDescriptors`, `io`; when dropping,
    ///   as ``store(_:forKey:metadata:lifetime:durability:)`` does.
    /// - Complexity: One read of all files, in order, without the lock; some 60 bytes of memory
    ///   for each entry. Dropping holds the lock while it carries what is to be kept.
    public func verify(dropping: Bool = false) throws -> DiskVerification {
        try run { space in
            try space.log.checkUsable()
            var verifier = LogVerifier(space.log)
            return try verifier.verify(dropping: dropping)
        }
    }
}
