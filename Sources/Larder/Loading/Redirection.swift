#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Whether and how redirects are followed (RFC 9110 §15.4).
public struct Redirection: Sendable, Hashable {
    /// How many redirects in a row are followed; 0 hands the first one back as the answer.
    public var limit: Int
    /// Whether an `https` URL may redirect to an `http` one. `false` by default.
    public var allowsDowngrade: Bool

    /// Makes a rule. Ten redirects by default.
    public init(limit: Int = 10, allowsDowngrade: Bool = false) {
        self.limit = limit
        self.allowsDowngrade = allowsDowngrade
    }

    /// Redirects are answers like others.
    public static let manual = Redirection(limit: 0)
}

extension Redirection {
    /// The request that a redirect asks for; `nil` when the response is none.
    ///
    /// Credentials and cookies stay with the origin that they were meant for.
    ///
    /// - Throws: ``LoadError`` with code `unsupportedScheme` for anything but http and https, and
    ///   `forbiddenAddress` for a step from https down to http.
    func next(_ request: Request, status: Int, fields: HTTPFields) throws -> Request? {
        guard limit > 0, HTTPStatus.isRedirect(status),
            let location = fields.values("Location").first,
            let url = URL(reference: location, relativeTo: request.url)
        else { return nil }
        try check(from: request.url, to: url)
        var next = request
        next.url = url
        next.key = nil
        if Self.becomesGet(request.method, status) {
            next.method = .get
            next.body = nil
            next.fields = next.fields.without(Self.fieldsOfTheBody)
        }
        if WebOrigin(request.url) != WebOrigin(url) {
            next.fields = next.fields.without(Self.fieldsOfIdentity)
        }
        return next
    }

    private func check(from old: URL, to new: URL) throws {
        let scheme = new.scheme?.asciiLowercased()
        guard scheme == "http" || scheme == "https" else {
            throw LoadError(
                .unsupportedScheme, "A redirect leads to something else than http or https.",
                url: old)
        }
        let isDowngrade = old.scheme?.asciiLowercased() == "https" && scheme == "http"
        guard !isDowngrade || allowsDowngrade else {
            throw LoadError(
                .forbiddenAddress, "A redirect leads from https down to http.", url: old)
        }
    }

    /// RFC 9110 §15.4.2 to §15.4.4.
    private static func becomesGet(_ method: HTTPMethod, _ status: Int) -> Bool {
        switch status {
        case 303: method != .get && method != .head
        case 301, 302: method == .post
        default: false
        }
    }

    private static let fieldsOfIdentity: Set<String> = [
        "authorization", "cookie", "proxy-authorization",
    ]
    private static let fieldsOfTheBody: Set<String> = [
        "content-type", "content-encoding", "content-language", "content-location",
        "content-length",
    ]
}
