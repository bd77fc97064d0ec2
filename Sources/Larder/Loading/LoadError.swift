#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A load that did not end in an answer.
///
/// A response with an error status is an answer, not a `LoadError`, except where the caller
/// asked for a picture or for bytes only: then it is ``Code/status``.
public struct LoadError: Error, Sendable {
    /// What went wrong, at the grain that a caller can act on.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Raw: String, Sendable {
            case invalidURL, unsupportedScheme, forbiddenAddress, hostNotFound
            case connectionRefused, connectionLost, timedOut, tls, truncated, malformed, tooLarge
            case tooManyRedirects, invalidRequest, status, notCached, file, outOfDescriptors, other
        }
        private let raw: Raw
        private init(_ raw: Raw) { self.raw = raw }

        /// The URL cannot be understood. Mend the URL.
        public static let invalidURL = Code(.invalidURL)
        /// The URL's scheme is none that the origin serves. Mend the URL.
        public static let unsupportedScheme = Code(.unsupportedScheme)
        /// The address policy or the rule against downgrades forbids this address.
        public static let forbiddenAddress = Code(.forbiddenAddress)
        /// The host's name has no address. Trying again later may help.
        public static let hostNotFound = Code(.hostNotFound)
        /// Nobody listens there, or no route leads there. Trying again later may help.
        public static let connectionRefused = Code(.connectionRefused)
        /// The connection broke before or between bytes. Trying again may help.
        public static let connectionLost = Code(.connectionLost)
        /// A deadline passed. Trying again later may help.
        public static let timedOut = Code(.timedOut)
        /// The server's certificate or the TLS handshake was refused. Do not try again.
        public static let tls = Code(.tls)
        /// The body ended before its announced end. Nothing of it was stored as whole.
        public static let truncated = Code(.truncated)
        /// The server's answer is no HTTP.
        public static let malformed = Code(.malformed)
        /// The body is larger than the limit that was set.
        public static let tooLarge = Code(.tooLarge)
        /// The redirects did not end within the limit.
        public static let tooManyRedirects = Code(.tooManyRedirects)
        /// The request's own fields or method cannot be sent. Mend the request.
        public static let invalidRequest = Code(.invalidRequest)
        /// The origin answered with a status that is no success. See ``LoadError/response``.
        public static let status = Code(.status)
        /// Only the cache was asked, and it has no usable answer.
        public static let notCached = Code(.notCached)
        /// A `file:` URL could not be read.
        public static let file = Code(.file)
        /// The process or the system has no file descriptor left for a connection. Raise the limit,
        /// or fetch fewer at a time.
        public static let outOfDescriptors = Code(.outOfDescriptors)
        /// Anything else; see ``LoadError/message``.
        public static let other = Code(.other)

        /// The code's name, as in `timedOut`.
        public var description: String { raw.rawValue }
    }

    /// The head of the response that came before the failure.
    public struct ResponseHead: Sendable, Hashable {
        /// The status code.
        public var status: Int
        /// The response's fields.
        public var fields: HTTPFields

        /// Makes a head.
        public init(status: Int, fields: HTTPFields) {
            self.status = status
            self.fields = fields
        }
    }

    /// What went wrong.
    public let code: Code
    /// A sentence for a log or a person: what, where, and what to do if anything.
    public let message: String
    /// The URL that was being fetched, if it came to that.
    public var url: URL?
    /// The response's head, if one came.
    public var response: ResponseHead?
    /// The error underneath, if there was one.
    public var cause: (any Error)?

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, url: URL? = nil, response: ResponseHead? = nil,
        cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.url = url
        self.response = response
        self.cause = cause
    }
}

extension LoadError.Code {
    /// Lets a `catch` clause name a code: `catch LoadError.Code.timedOut`.
    public static func ~= (code: LoadError.Code, error: any Error) -> Bool {
        (error as? LoadError)?.code == code
    }
}

extension LoadError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}
