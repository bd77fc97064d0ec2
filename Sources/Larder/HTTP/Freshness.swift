#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What a response's age makes of it.
public enum Freshness: Sendable, Hashable {
    /// Its age is less than its lifetime, with this much to go.
    case fresh(remaining: Duration)
    /// It has outlived its lifetime by this much.
    case stale(by: Duration)
    /// The clock stands before the moment it was received, so its age is unknown.
    case unknown
}

extension StoredResponse {
    /// The freshness at `now` (RFC 9111 §4.2).
    ///
    /// A response is fresh while its age is *less than* its lifetime, so it is stale at the
    /// exact moment it expires.
    public func freshness(at now: Date, in kind: CacheKind = .private) -> Freshness {
        guard let age = age(at: now) else { return .unknown }
        let remaining = freshnessLifetime(in: kind).duration - age
        return remaining > .zero ? .fresh(remaining: remaining) : .stale(by: .zero - remaining)
    }
}
