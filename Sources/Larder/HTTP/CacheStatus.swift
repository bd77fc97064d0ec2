/// Where an answer came from and why, as RFC 9211 tells it.
public struct CacheStatus: Sendable, Hashable {
    /// Why a request went to the origin (RFC 9211 §2.2).
    public enum ForwardReason: String, Sendable, Hashable {
        /// The caller wanted the cache left aside.
        case bypass
        /// The method is never answered from a cache.
        case method
        /// Nothing is stored for the URL.
        case uriMiss = "uri-miss"
        /// Something is stored for the URL, but not for these request fields.
        case varyMiss = "vary-miss"
        /// Something fresh is stored, but the request wanted it confirmed or newer.
        case request
        /// What is stored is stale.
        case stale
        /// Only a part is stored.
        case partial
    }

    /// Whether the answer is a stored one that needed no word from the origin.
    public var isHit: Bool
    /// Why the request went to the origin; `nil` for a hit.
    public var forwardReason: ForwardReason?
    /// The status that the origin answered with, if it answered.
    public var forwardStatus: Int?
    /// How much longer the answer is fresh; negative when it is stale, `nil` when unknown.
    public var timeToLive: Duration?
    /// Whether the answer that came was stored.
    public var isStored: Bool
    /// Whether the request shared an exchange that another caller had begun.
    public var isCollapsed: Bool
    /// The key under which the answer is kept, if it is to be told.
    public var key: String?
    /// Anything else worth knowing.
    public var detail: String?

    /// Makes a status.
    public init(
        isHit: Bool = false, forwardReason: ForwardReason? = nil, forwardStatus: Int? = nil,
        timeToLive: Duration? = nil, isStored: Bool = false, isCollapsed: Bool = false,
        key: String? = nil, detail: String? = nil
    ) {
        self.isHit = isHit
        self.forwardReason = forwardReason
        self.forwardStatus = forwardStatus
        self.timeToLive = timeToLive
        self.isStored = isStored
        self.isCollapsed = isCollapsed
        self.key = key
        self.detail = detail
    }
}

extension CacheStatus {
    /// Whether the answer had outlived its freshness when it was handed out.
    public var isStale: Bool { timeToLive.map { $0 <= .zero } ?? false }
}

extension CacheStatus: CustomStringConvertible {
    /// The value of a `Cache-Status` field: `Larder; fwd=stale; fwd-status=304`.
    public var description: String {
        var parts = ["Larder"]
        if isHit { parts.append("hit") }
        if let forwardReason { parts.append("fwd=\(forwardReason.rawValue)") }
        if let forwardStatus { parts.append("fwd-status=\(forwardStatus)") }
        if let timeToLive { parts.append("ttl=\(Self.seconds(timeToLive))") }
        if isStored { parts.append("stored") }
        if isCollapsed { parts.append("collapsed") }
        if let key { parts.append("key=\(Self.quoted(key))") }
        if let detail {
            parts.append("detail=\(Self.isToken(detail) ? detail : Self.quoted(detail))")
        }
        return parts.joined(separator: "; ")
    }

    /// Whole seconds, rounded down: what is stale by less than one is not shown as if it were not.
    private static func seconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        return attoseconds < 0 ? seconds - 1 : seconds
    }

    /// Whether the text is a token of structured fields (RFC 8941 §3.3.4).
    private static func isToken(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return false }
        return (first == 0x2A || (0x61...0x7A).contains(first.asciiLowercased))
            && text.utf8.allSatisfy { $0.isTokenByte || $0 == 0x3A || $0 == 0x2F }
    }

    /// A string of structured fields (RFC 8941 §3.3.3), which knows ASCII only.
    private static func quoted(_ text: String) -> String {
        let content = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": "\\\(scalar)"
            case " "..."~": String(scalar)
            default: "?"
            }
        }
        return "\"\(content.joined())\""
    }
}
