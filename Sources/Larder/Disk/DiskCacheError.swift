/// A failure of a ``DiskCache``.
///
/// A missing entry is no failure: look-ups return `nil` for it, and for one whose bytes no longer
/// read as they were stored. After any failure the cache works on, and nothing that was stored
/// before is lost.
public struct DiskCacheError: Error, Sendable {
    /// What went wrong, at the grain that a caller can act on.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Raw: String, Sendable {
            case locked, volumeFull, outOfDescriptors, io
            case readOnly, notADirectory, foreignDirectory, unsafeDirectory, networkFileSystem
            case newerFormat, invalidCapacity, keyTooLong, metadataTooLong, closed, forked, damaged
            case fileExists, directoryRemoved, fileTooLarge
        }
        private let raw: Raw
        private init(_ raw: Raw) { self.raw = raw }

        // Trying again later may help.

        /// Another process holds the directory, for one store or for itself alone.
        public static let locked = Code(.locked)
        /// The volume is full, or the user's quota. Nothing was stored.
        public static let volumeFull = Code(.volumeFull)
        /// The process or the system has no file descriptor left.
        public static let outOfDescriptors = Code(.outOfDescriptors)
        /// Somebody removed the directory's files, and again as it was made anew, or while an entry
        /// was written to it in parts. The next call makes it anew: store again.
        public static let directoryRemoved = Code(.directoryRemoved)
        /// The file system refused for another reason. See ``DiskCacheError/cause``.
        public static let io = Code(.io)

        // Another place must be chosen, or this one changed.

        /// The directory or its volume cannot be written to.
        public static let readOnly = Code(.readOnly)
        /// The URL is no local directory, and none can be made there.
        public static let notADirectory = Code(.notADirectory)
        /// The directory holds files that are no cache's.
        public static let foreignDirectory = Code(.foreignDirectory)
        /// The directory or a file in it is a link, is another user's, or is open to all users.
        public static let unsafeDirectory = Code(.unsafeDirectory)
        /// The directory lies on a network file system, where a cache cannot be shared.
        public static let networkFileSystem = Code(.networkFileSystem)
        /// A file would become longer than the process may make one (`RLIMIT_FSIZE`) or the file
        /// system has. Nothing was changed.
        public static let fileTooLarge = Code(.fileTooLarge)
        /// A newer version of Larder has written the directory.
        public static let newerFormat = Code(.newerFormat)

        // The call must be changed.

        /// The capacity is smaller than ``DiskCache/smallestCapacity`` or larger than
        /// ``DiskCache/largestCapacity``.
        public static let invalidCapacity = Code(.invalidCapacity)
        /// The key or the bucket's name is longer than is allowed.
        public static let keyTooLong = Code(.keyTooLong)
        /// The metadata is longer than is allowed.
        public static let metadataTooLong = Code(.metadataTooLong)
        /// Whether the call's entry is what cannot be stored, and another one could.
        package var concernsEntry: Bool {
            [.keyTooLong, .metadataTooLong].contains(self)
        }
        /// A file is where an exported copy was to go, and is not to be replaced.
        public static let fileExists = Code(.fileExists)
        /// The cache was closed.
        public static let closed = Code(.closed)
        /// The cache was opened before a fork. Open it in the child.
        public static let forked = Code(.forked)
        /// The bytes that a reader has opened no longer read as stored. Look the key up again.
        public static let damaged = Code(.damaged)

        /// The code's name, as in `locked`.
        public var description: String { raw.rawValue }
    }

    /// What went wrong.
    public let code: Code
    /// A sentence for a log: what, where, and what to do about it.
    public let message: String
    /// The error underneath, if there was one.
    public let cause: (any Error)?

    /// Makes an error.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }
}

extension DiskCacheError.Code {
    /// Lets a `catch` clause name a code: `catch DiskCacheError.Code.locked`.
    public static func ~= (code: DiskCacheError.Code, error: any Error) -> Bool {
        (error as? DiskCacheError)?.code == code
    }
}

extension DiskCacheError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
