#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The answer to a ``Request``: from the cache, from the origin, or both.
public struct Response: Sendable {
    /// The status code.
    public let status: Int
    /// The fields as received. An answer from the cache carries its ``age`` in `Age`.
    public let fields: HTTPFields
    /// The content as it arrives. Whoever drops it before its end gives the answer up.
    public let body: Body
    /// Where the answer is from in the end, after redirects.
    public let url: URL
    /// Where the answer came from and why.
    public let cacheStatus: CacheStatus
    /// When the request was sent that brought or last confirmed the answer.
    public let requestedAt: Date
    /// When the answer came or was last confirmed.
    public let receivedAt: Date
    /// How old the answer was when it was handed out; `nil` when the clock was set back so that
    /// nobody knows.
    public let age: Duration?

    let countWireBytes: @Sendable () -> Int
}

extension Response {
    /// Where an answer came from.
    public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
        /// The cache alone.
        case cache
        /// The cache, after the origin had confirmed it.
        case validated
        /// The cache, because the origin failed.
        case fallback
        /// The origin.
        case network
    }

    /// Where the answer came from.
    public var source: Source {
        if cacheStatus.isHit || cacheStatus.forwardReason == nil { return .cache }
        guard let forwardStatus = cacheStatus.forwardStatus, forwardStatus != status else {
            return cacheStatus.forwardStatus == nil ? .fallback : .network
        }
        if forwardStatus == 304 { return .validated }
        return HTTPStatus.isServerFailure(forwardStatus) ? .fallback : .network
    }

    /// The bytes that came over the network for this answer so far: head and body as sent.
    /// Nothing for an answer from the cache; callers who share an exchange each see all of it.
    public var wireBytes: Int { countWireBytes() }

    /// Whether the answer had outlived its freshness when it was handed out.
    public var isStale: Bool { cacheStatus.isStale }

    /// Whether the status is a success.
    public var isSuccess: Bool { HTTPStatus.isSuccess(status) }

    /// The length of the body, if it was announced and was not sent in a content coding.
    public var expectedLength: ByteCount? {
        guard fields["Content-Encoding"] == nil, let length = fields["Content-Length"],
            let count = Int(length), count >= 0
        else { return nil }
        return .bytes(count)
    }

    /// The whole body, read into memory.
    ///
    /// - Throws: ``LoadError`` with code ``LoadError/Code/tooLarge`` when it is longer than
    ///   `limit`, or with the code of what broke the transfer off.
    public func data(upTo limit: ByteCount = .mebibytes(256)) async throws -> Data {
        try await body.collect(upTo: limit)
    }
}
