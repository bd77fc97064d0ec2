#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The condition that a client's own request puts on a stored response (RFC 9111 §4.3.2).
enum Precondition: Sendable, Hashable {
    /// The request has none that a cache may judge.
    case none
    /// The request wants content only if no tag matches.
    case ifNoneMatch(String)
    /// The request wants content only if it changed since.
    case ifModifiedSince(String)

    /// The condition of a request. A tag goes before a date (RFC 9110 §13.2.2).
    init(_ request: HTTPFields) {
        if let tags = request["If-None-Match"] {
            self = .ifNoneMatch(tags)
        } else if let date = request["If-Modified-Since"] {
            self = .ifModifiedSince(date)
        } else {
            self = .none
        }
    }

    /// The fields by which a request is conditional in any way, in small letters.
    static let names: Set = [
        "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
    ]

    /// Whether only the origin may judge the request's condition (RFC 9111 §4.3.2).
    static func isForOriginOnly(_ request: HTTPFields) -> Bool {
        request["If-Match"] != nil || request["If-Unmodified-Since"] != nil
    }

    /// Whether the client already has what `response` holds, so that a 304 answers it.
    func isAnsweredByNotModified(_ response: StoredResponse) -> Bool {
        guard HTTPStatus.isSuccess(response.status) else { return false }
        switch self {
        case .none: return false
        case .ifNoneMatch(let tags): return Self.lists(tags, response)
        case .ifModifiedSince(let text):
            guard let since = HTTPDate(text, now: response.receivedAt)?.date else { return false }
            let now = response.receivedAt
            return (response.fields.date("Last-Modified", now: now) ?? response.date) <= since
        }
    }

    private static func lists(_ tags: String, _ response: StoredResponse) -> Bool {
        if tags[...].utf8.trimmingFieldSpace().elementsEqual("*".utf8) { return true }
        guard let own = response.fields.entityTag else { return false }
        return EntityTag.list(tags).contains { $0.matchesWeakly(own) }
    }
}
