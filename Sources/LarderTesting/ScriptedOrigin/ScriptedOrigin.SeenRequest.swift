public import Larder

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ScriptedOrigin {
    /// A request as it reached the server.
    public struct SeenRequest: Sendable {
        /// Its place among all requests of the server, counted from 1.
        public var number: Int
        /// The connection it came on, counted from 1 in the order of their acceptance.
        public var connection: Int
        /// The method.
        public var method: HTTPMethod
        /// The request's target as sent: path and query.
        public var target: String
        /// The fields as sent, in order and with repeats.
        public var fields: HTTPFields
        /// The content, with the chunked coding undone.
        public var body: Data
        /// The request line and fields as they came, each byte a Latin-1 character.
        public var head: String
    }
}

extension ScriptedOrigin.SeenRequest {
    /// The target without its query.
    public var path: String {
        String(target.prefix { $0 != "?" })
    }
}
