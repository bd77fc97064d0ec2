#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A request that was checked, with what the loader needs to know of it again and again.
///
/// A class, since each of the steps of a load holds it: its many parts are counted as one.
final class PreparedRequest: Sendable {
    /// Where it is sent: without fragment, user and password.
    let url: URL
    let method: HTTPMethod
    let fields: HTTPFields
    let body: Data?
    let policy: CachePolicy
    /// Asked for whenever it counts how urgent the load is.
    let urgency: Urgency
    /// Under which answers to it are kept.
    let key: String
    /// The request's own directives.
    let control: CacheControl
    /// Whether the URL is one of HTTP's.
    let isWeb: Bool

    /// How urgent a load is: as stated once, or as somebody else may change it.
    enum Urgency: Sendable {
        case stated(LoadPriority)
        case asked(@Sendable () -> LoadPriority)
    }

    /// - Throws: ``LoadError`` with code `invalidURL`.
    init(_ request: Request, keys: KeyNormalizer, urgency: Urgency? = nil) throws {
        var fields = request.fields
        let plainKey = keys.keyOfPlain(request.url)
        url = plainKey == nil ? try Self.stripped(request.url, &fields) : request.url
        self.fields = fields
        method = request.method
        body = request.body
        policy = request.cachePolicy
        self.urgency = urgency ?? .stated(request.priority)
        key = request.key ?? plainKey ?? keys.key(for: url)
        control = Self.directives(of: fields)
        isWeb = plainKey != nil || ["http", "https"].contains(url.scheme?.asciiLowercased())
    }

    private init(_ other: PreparedRequest, fields: HTTPFields) {
        url = other.url
        method = other.method
        self.fields = fields
        body = other.body
        policy = other.policy
        urgency = other.urgency
        key = other.key
        control = other.control
        isWeb = other.isWeb
    }
}

extension PreparedRequest {
    /// The URL without fragment, user and password; the latter two move to `fields`.
    private static func stripped(_ url: URL, _ fields: inout HTTPFields) throws -> URL {
        guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            throw LoadError(.invalidURL, "The URL cannot be taken apart.", url: url)
        }
        parts.fragment = nil
        if let user = parts.user {
            moveCredentials(user, parts.password ?? "", to: &fields)
            parts.user = nil
            parts.password = nil
        }
        guard let stripped = parts.url, stripped.scheme != nil else {
            throw LoadError(.invalidURL, "The URL has no scheme.", url: url)
        }
        return stripped
    }
}

extension PreparedRequest {
    /// Whether answers may come from the cache and go into it at all.
    var isCacheable: Bool {
        (method == .get || method == .head) && body == nil && isWeb && policy != .noStore
    }

    /// Whether a stored answer may be looked for.
    ///
    /// A caller who forbids keeping the answer wants no kept one either.
    var readsCache: Bool {
        isCacheable && policy != .reload && !control.noStore
            && !Precondition.isForOriginOnly(fields)
    }

    /// How urgent the load is now.
    var priority: LoadPriority {
        switch urgency {
        case .stated(let priority): priority
        case .asked(let ask): ask()
        }
    }

    /// The request for the whole, whatever of it this one wants.
    var forTheWhole: PreparedRequest {
        PreparedRequest(self, fields: fields.without(Precondition.names.union(["range"])))
    }

    /// Whether nothing may be sent: a directive of the request, or its policy.
    var isForCacheOnly: Bool { policy == .cacheOnly || (isWeb && control.onlyIfCached) }

    /// The fields to send besides conditions: those of the caller, and the directives that tell
    /// caches on the way what the policy wants, where the caller says nothing to them.
    var fieldsToSend: HTTPFields {
        let wanted: HTTPFields =
            switch policy.rule {
            case .reload, .noStore: ["Cache-Control": "no-cache", "Pragma": "no-cache"]
            case .revalidate: ["Cache-Control": "max-age=0"]
            default: [:]
            }
        return wanted.reduce(into: fields) { sent, field in
            if !fields.has(field.name) { sent.append(field.name, field.value) }
        }
    }

    /// `Pragma: no-cache` stands for the directive where there is no `Cache-Control`
    /// (RFC 9111 §5.4).
    private static func directives(of fields: HTTPFields) -> CacheControl {
        guard !fields.isEmpty else { return .none }
        guard !fields.has("Cache-Control"), let pragma = fields["Pragma"],
            CacheControl(pragma).noCache
        else { return CacheControl(fields) }
        return CacheControl("no-cache")
    }

    /// What a URL says of user and password is sent as `Authorization` and is no part of a key.
    private static func moveCredentials(
        _ user: String, _ password: String, to fields: inout HTTPFields
    ) {
        guard fields["Authorization"] == nil else { return }
        let plain = Data("\(user):\(password)".utf8)
        fields.append("Authorization", "Basic \(plain.base64EncodedString())")
    }
}
