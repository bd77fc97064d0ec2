#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `data:` URLs, whose content is in the URL itself (RFC 2397).
///
/// The answer carries `Content-Type`, `text/plain;charset=US-ASCII` where the URL has none, and
/// forbids keeping it: the URL is the copy. Any thread may use it.
public struct DataOrigin: Origin {
    /// Makes an origin.
    public init() {}

    /// Decodes the URL.
    ///
    /// - Throws: ``LoadError`` with code ``LoadError/Code/invalidURL`` when it has no comma, a
    ///   broken percent-encoding or broken base64, ``LoadError/Code/tooLarge`` when its content
    ///   is larger than the request's limit, ``LoadError/Code/invalidRequest`` for methods other
    ///   than `GET` and `HEAD`.
    public func send(_ request: OriginRequest) async throws -> OriginResponse {
        guard request.method == .get || request.method == .head else {
            let message = "A data: URL can be read only: use GET, not \(request.method.rawValue)."
            throw LoadError(.invalidRequest, message)
        }
        let content = try DataURL(request.url.absoluteString)
        guard content.bytes.count <= request.limit.bytes else {
            let message = "The data: URL's content is larger than the limit of \(request.limit)."
            throw LoadError(.tooLarge, message)
        }
        let fields: HTTPFields = [
            "Content-Type": content.mediaType, "Content-Length": String(content.bytes.count),
            "Cache-Control": "no-store",
        ]
        let body = request.method == .head ? Data() : content.bytes
        return OriginResponse(status: 200, fields: fields, body: Body(body))
    }
}
