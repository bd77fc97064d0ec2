#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long a response is fresh, counted from its making (RFC 9111 §4.2.1).
public struct FreshnessLifetime: Sendable, Hashable {
    /// The time. A response is fresh while its age is less than this.
    public let duration: Duration
    /// Whether the cache guessed it, since the origin stated nothing (RFC 9111 §4.2.2).
    public let isHeuristic: Bool
}

extension StoredResponse {
    /// How long the response is fresh in a cache of this `kind`.
    ///
    /// What the origin stated counts, in the order of RFC 9111 §4.2.1. A statement that makes
    /// no sense means stale. Only without any statement a share of the time since the last
    /// modification is taken.
    public func freshnessLifetime(in kind: CacheKind = .private) -> FreshnessLifetime {
        let control = cacheControl
        let stated = statedLifetime(control, kind)
        if let stated { return FreshnessLifetime(duration: stated, isHeuristic: false) }
        return FreshnessLifetime(duration: heuristicLifetime(control), isHeuristic: true)
    }

    /// Whether the origin stated how long the response is fresh.
    func hasStatedLifetime(in kind: CacheKind) -> Bool {
        statedLifetime(cacheControl, kind) != nil
    }

    private func statedLifetime(_ control: CacheControl, _ kind: CacheKind) -> Duration? {
        if kind == .shared, control.sharedMaxAge != .absent {
            return control.sharedMaxAge.duration ?? .zero
        }
        if control.maxAge != .absent { return control.maxAge.duration ?? .zero }
        guard !fields.values("Expires").isEmpty else { return nil }
        guard let expires = fields.date("Expires", now: receivedAt) else { return .zero }
        return .seconds(max(0, expires.timeIntervalSince(date)))
    }

    /// A tenth of the time since the last modification, which RFC 9111 §4.2.2 names as typical.
    ///
    /// A lifetime stated for shared caches only still is a statement: no guess stands beside it.
    private func heuristicLifetime(_ control: CacheControl) -> Duration {
        guard HTTPStatus.isHeuristicallyCacheable(status) || control.isPublic,
            control.sharedMaxAge == .absent,
            let modified = fields.date("Last-Modified", now: receivedAt)
        else { return .zero }
        let tenth = Duration.seconds(max(0, date.timeIntervalSince(modified)) / 10)
        return min(tenth, Self.longestGuess)
    }

    /// No guess reaches further than a week.
    private static let longestGuess = Duration.seconds(7 * 86_400)
}
