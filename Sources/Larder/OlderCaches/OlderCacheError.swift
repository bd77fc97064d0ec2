/// A failure to read what an older cache left.
///
/// A key that the older cache does not have is not a failure: look-ups return `nil`.
public struct OlderCacheError: Error, Sendable {
    /// What went wrong, at the grain that a caller can act on.
    public struct Code: Hashable, Sendable {
        private enum Raw { case folder, list, file }
        private let raw: Raw
        private init(_ raw: Raw) { self.raw = raw }

        /// The folder is missing, is no folder, or may not be read. Give another one.
        public static let folder = Code(.folder)
        /// The old cache's own list of its files is missing or damaged. Its files cannot be told
        /// apart without it.
        public static let list = Code(.list)
        /// A file is there and cannot be read. Others may be.
        public static let file = Code(.file)
    }

    /// What went wrong.
    public let code: Code
    /// A sentence for a log or a person: what, where, and why.
    public let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension OlderCacheError.Code {
    /// Lets a `catch` clause name a code: `catch OlderCacheError.Code.folder`.
    public static func ~= (code: OlderCacheError.Code, error: any Error) -> Bool {
        (error as? OlderCacheError)?.code == code
    }
}

extension OlderCacheError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
