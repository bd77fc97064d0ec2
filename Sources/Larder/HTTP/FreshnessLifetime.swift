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
    public func freshnessLifetime(in kind: CacheKind = .private) -> FreshnessLifetime {
        kind == .shared ? facts.sharedLifetime : facts.privateLifetime
    }
}

extension FreshnessLifetime {
    /// What the origin stated counts, in the order of RFC 9111 §4.2.1. A statement that makes
    /// no sense means stale. Only without any statement a share of the time since the last
    /// modification is taken.
    init(
        _ status: Int, _ fields: HTTPFields, _ control: CacheControl, _ date: Date,
        _ receivedAt: Date, _ kind: CacheKind
    ) {
        if let stated = Self.stated(fields, control, date, receivedAt, kind) {
            self.init(duration: stated, isHeuristic: false)
        } else {
            let guess = Self.guess(status, fields, control, date, receivedAt)
            self.init(duration: guess, isHeuristic: true)
        }
    }

    private static func stated(
        _ fields: HTTPFields, _ control: CacheControl, _ date: Date, _ receivedAt: Date,
        _ kind: CacheKind
    ) -> Duration? {
        if kind == .shared, control.sharedMaxAge != .absent {
            return control.sharedMaxAge.duration ?? .zero
        }
        if control.maxAge != .absent { return control.maxAge.duration ?? .zero }
        guard fields.has("Expires") else { return nil }
        guard let expires = fields.date("Expires", now: receivedAt) else { return .zero }
        return .seconds(max(0, expires.timeIntervalSince(date)))
    }

    /// A tenth of the time since the last modification, which RFC 9111 §4.2.2 names as typical.
    ///
    /// A lifetime stated for shared caches only still is a statement: no guess stands beside it.
    private static func guess(
        _ status: Int, _ fields: HTTPFields, _ control: CacheControl, _ date: Date,
        _ receivedAt: Date
    ) -> Duration {
        guard HTTPStatus.isHeuristicallyCacheable(status) || control.isPublic,
            control.sharedMaxAge == .absent,
            let modified = fields.date("Last-Modified", now: receivedAt)
        else { return .zero }
        let tenth = Duration.seconds(max(0, date.timeIntervalSince(modified)) / 10)
        return min(tenth, longestGuess)
    }

    /// No guess reaches further than a week.
    private static let longestGuess = Duration.seconds(7 * 86_400)
}
