#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension StoredResponse {
    /// Whether the origin forbids any use once it is stale (RFC 9111 §4.2.4).
    public func forbidsStaleUse(in kind: CacheKind = .private) -> Bool {
        let control = cacheControl
        if control.noCache || control.mustRevalidate || isInvalidated { return true }
        guard kind == .shared else { return false }
        return control.proxyRevalidate || control.sharedMaxAge != .absent
    }

    /// Whether it may be used at `now` while it is confirmed in the background (RFC 5861 §3).
    public func mayServeWhileRevalidating(at now: Date, in kind: CacheKind = .private) -> Bool {
        isWithin(cacheControl.staleWhileRevalidate, at: now, in: kind)
    }

    /// Whether it may stand in at `now` for an answer that is an error (RFC 5861 §4).
    ///
    /// A request may allow more than the response does. One that states how young the answer must
    /// be takes an old one by its own word only.
    public func mayServeOnError(
        to request: CacheControl, at now: Date, in kind: CacheKind = .private
    ) -> Bool {
        isWithin(request.staleIfError, at: now, in: kind)
            || !request.wantsYoung && isWithin(cacheControl.staleIfError, at: now, in: kind)
    }

    /// Whether it may be used at `now` although the origin cannot be reached at all
    /// (RFC 9111 §4.2.4), unless the origin itself bounded its use on errors.
    public func mayServeDisconnected(at now: Date, in kind: CacheKind = .private) -> Bool {
        guard !forbidsStaleUse(in: kind), freshness(at: now, in: kind) != .unknown else {
            return false
        }
        return cacheControl.staleIfError == .absent
    }

    private func isWithin(_ window: DeltaSeconds, at now: Date, in kind: CacheKind) -> Bool {
        guard let window = window.duration, !forbidsStaleUse(in: kind) else { return false }
        switch freshness(at: now, in: kind) {
        case .fresh: return true
        case .stale(let excess): return excess <= window
        case .unknown: return false
        }
    }
}
