public import Larder

/// A picture that could not be loaded.
///
/// Cancellation is not among them: it is thrown as `CancellationError`.
public struct ImageLoadError: Error, Sendable {
    /// How far a load had come.
    public struct Stage: Hashable, Sendable, CustomStringConvertible {
        private enum Raw: String, Sendable { case looking, fetching, decoding, processing, storing }
        private let raw: Raw
        private init(_ raw: Raw) { self.raw = raw }

        /// Nothing is stored under the key, or in the places that were to be looked at.
        public static let looking = Stage(.looking)
        /// The bytes could not be had, or the response's status is no success. The cause is a
        /// `LoadError`; trying again later may help.
        public static let fetching = Stage(.fetching)
        /// The bytes came but are no picture that can be shown. The cause is an ``ImageError``.
        public static let decoding = Stage(.decoding)
        /// A step could not be done. The cause is an ``ImageError`` or what a custom step threw.
        public static let processing = Stage(.processing)
        /// The picture could not be written to the cache.
        public static let storing = Stage(.storing)

        /// The stage's name, as in `decoding`.
        public var description: String { raw.rawValue }
    }

    /// How far the load had come.
    public let stage: Stage
    /// What was asked for.
    public let request: ImageRequest
    /// The head of the response, if one came.
    public let response: LoadError.ResponseHead?
    /// What went wrong.
    public let cause: any Error

    init(
        _ stage: Stage, _ request: ImageRequest, response: LoadError.ResponseHead? = nil,
        cause: any Error
    ) {
        self.stage = stage
        self.request = request
        self.response = response
        self.cause = cause
    }
}

extension ImageLoadError.Stage {
    /// Lets a `catch` clause name a stage: `catch ImageLoadError.Stage.decoding`.
    public static func ~= (stage: ImageLoadError.Stage, error: any Error) -> Bool {
        (error as? ImageLoadError)?.stage == stage
    }
}

extension ImageLoadError {
    /// The same failure of another request, for which the first one was made.
    func about(_ request: ImageRequest) -> ImageLoadError {
        ImageLoadError(stage, request, response: response, cause: cause)
    }
}

extension ImageLoadError: CustomStringConvertible {
    /// The cause in words.
    public var description: String { "\(cause)" }
}
