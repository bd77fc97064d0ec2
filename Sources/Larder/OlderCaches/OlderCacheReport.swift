/// What was taken over from an older cache's folder, what was not, and why.
public struct OlderCacheReport: Sendable {
    /// Why a file was left where it is.
    public enum SkipReason: String, Sendable, CaseIterable {
        /// The file is not the older cache's.
        case foreign = "not a file of the older cache"
        /// The name does not tell the key, and no given key leads to it.
        case keyUnknown = "its key cannot be told from its name; give the keys"
        /// The file may belong to several keys, and which one's bytes it holds cannot be told.
        case ambiguous = "it may belong to several keys"
        /// The name is no text, or means something else than a file in the folder.
        case unsafeName = "its name is not safe"
        /// It is a folder, a symbolic link or something else that is no regular file.
        case notAFile = "it is no regular file"
        /// The bytes are not in the only format that the older cache wrote.
        case wrongFormat = "its bytes are in another format than the older cache wrote"
        /// The file is longer than any picture.
        case tooLarge = "it is too large"
        /// The new cache has something under the key, which is newer.
        case alreadyThere = "the new cache has the key already"
        /// The new cache keeps no such entry: it is too large, or its key or metadata are too long,
        /// which ``OlderCacheReport/Item/detail`` then says.
        case notKept = "the new cache does not keep it"
        /// The file could not be read; ``OlderCacheReport/Item/detail`` says why.
        case unreadable = "it cannot be read"
        /// The new cache failed before it came to this file.
        case notReached = "the new cache failed before it came to this file"
    }

    /// One name in the older cache's folder.
    public struct Item: Sendable {
        /// The file's name as it can be shown: bytes that are no UTF-8 are replaced.
        public let fileName: String
        /// The key that it was or would be taken over under, if known.
        public var key: String?
        /// The file's size, when it was looked at.
        public var size: ByteCount?
        /// Why it was left; `nil` when it was taken, or would be in a dry run.
        public var skipped: SkipReason?
        /// The reader's own words, for a file that cannot be read.
        public var detail: String?
    }

    /// Every name in the folder, in the order of their bytes.
    public internal(set) var items: [Item] = []
    /// Whether nothing was stored because none was wanted.
    public let isDryRun: Bool
    /// Why the new cache could take no more; what came before is in it.
    public internal(set) var failure: (any Error)?
}

extension OlderCacheReport {
    /// The files that were taken, or would be in a dry run.
    public var taken: [Item] { items.filter { $0.skipped == nil } }
    /// The files that were left, each with its reason.
    public var skipped: [Item] { items.filter { $0.skipped != nil } }
    /// The size of all that was taken.
    public var takenSize: ByteCount {
        taken.reduce(into: ByteCount.zero) { $0 = $0 + ($1.size ?? .zero) }
    }
}
