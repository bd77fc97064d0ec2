/// A picture that could not be read, made or written.
///
/// Cancellation is not among them: it is thrown as `CancellationError`.
public struct ImageError: Error, Sendable {
    /// What went wrong, at the grain that a caller can act on.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Raw: String, Sendable {
            case notAnImage, unsupported, damaged, tooLarge, timedOut, invalidArgument
            case encodingFailed, outOfMemory
        }
        private let raw: Raw
        private init(_ raw: Raw) { self.raw = raw }

        /// The bytes are no picture in any format known here.
        public static let notAnImage = Code(.notAnImage)
        /// The bytes are a picture, but of a kind that no codec here reads or writes.
        public static let unsupported = Code(.unsupported)
        /// The picture is damaged or cut short so that nothing of it can be shown.
        public static let damaged = Code(.damaged)
        /// The picture passes one of ``ImageLimits``; the message says which.
        public static let tooLarge = Code(.tooLarge)
        /// Decoding took longer than ``ImageLimits/duration``.
        public static let timedOut = Code(.timedOut)
        /// The call itself asks for something impossible, such as a width of 0. Mend the call.
        public static let invalidArgument = Code(.invalidArgument)
        /// The picture could not be written in this format.
        public static let encodingFailed = Code(.encodingFailed)
        /// The machine had not enough memory. Trying again later may help.
        public static let outOfMemory = Code(.outOfMemory)

        /// The code's name, as in `damaged`.
        public var description: String { raw.rawValue }
    }

    /// What went wrong.
    public let code: Code
    /// A sentence for a log or a person.
    public let message: String
    /// The picture's format, if it came to that.
    public var format: ImageFormat?

    /// Makes an error.
    public init(_ code: Code, _ message: String, format: ImageFormat? = nil) {
        self.code = code
        self.message = message
        self.format = format
    }
}

extension ImageError.Code {
    /// Lets a `catch` clause name a code: `catch ImageError.Code.damaged`.
    public static func ~= (code: ImageError.Code, error: any Error) -> Bool {
        (error as? ImageError)?.code == code
    }
}

extension ImageError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
