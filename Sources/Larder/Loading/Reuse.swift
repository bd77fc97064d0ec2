#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What to do with a stored answer to a request.
enum Reuse: Sendable, Hashable {
    /// Hand it out.
    case serve
    /// Hand it out, and have it confirmed in the background (RFC 5861 §3).
    case serveWhileRevalidating
    /// Have it confirmed, or fetch a new one, for this reason.
    case confirm(CacheStatus.ForwardReason)
}

/// What came instead of an answer.
enum OriginFailure: Sendable, Hashable {
    /// The origin answered that it failed.
    case status(Int)
    /// No answer came: the origin was not reached, said nothing, or hung up.
    case unreachable
    /// What came is no answer, or none that is whole.
    case broken

    /// `nil` for a request that was refused here: nothing is wrong with its origin.
    init?(_ error: LoadError) {
        switch error.code {
        case .invalidURL, .unsupportedScheme, .forbiddenAddress, .invalidRequest: return nil
        case .hostNotFound, .connectionRefused, .outOfDescriptors: self = .unreachable
        case .timedOut, .connectionLost: self = error.response == nil ? .unreachable : .broken
        default: self = .broken
        }
    }
}

extension PreparedRequest {
    /// What to do with `stored` at `now`: the caller's policy first, then HTTP's rules
    /// (RFC 9111 §4, §5.2).
    func reuse(of stored: StoredResponse, at now: Date, in kind: CacheKind) -> Reuse {
        switch policy.rule {
        case .cacheOnly: .serve
        case .cacheElseOrigin where stored.status < 400: .serve
        case .immutable where HTTPStatus.isSuccess(stored.status): .serve
        case .maxAge(let limit) where HTTPStatus.isSuccess(stored.status):
            isYoung(stored, limit, now) ? .serve : .confirm(.stale)
        case .revalidate: isUnchanging(stored, now, kind) ? .serve : .confirm(.request)
        default: standardReuse(of: stored, at: now, in: kind)
        }
    }

    /// Whether `stored` may stand in at `now` for an answer that failed.
    ///
    /// A caller who asked for confirmation gets none unconfirmed, and one who asked for a young
    /// answer only if the request itself allows it.
    func mayServe(
        _ stored: StoredResponse, instead failure: OriginFailure, at now: Date, in kind: CacheKind
    ) -> Bool {
        guard policy != .revalidate, !control.noCache else { return false }
        if stored.mayServeOnError(to: control, at: now, in: kind) { return true }
        return failure == .unreachable && !control.wantsYoung
            && stored.mayServeDisconnected(at: now, in: kind)
    }

    private func standardReuse(
        of stored: StoredResponse, at now: Date, in kind: CacheKind
    ) -> Reuse {
        if stored.isInvalidated || stored.facts.forbidsUnconfirmedUse { return .confirm(.stale) }
        if control.noCache || isTooOld(stored, now, kind) { return .confirm(.request) }
        switch stored.freshness(at: now, in: kind) {
        case .unknown: return .confirm(.stale)
        case .fresh(let remaining):
            return remaining < (control.minFresh.duration ?? .zero) ? .confirm(.request) : .serve
        case .stale(let excess):
            if let limit = control.maxStale.duration, excess <= limit,
                !stored.forbidsStaleUse(in: kind)
            {
                return .serve
            }
            // Who states how fresh an answer must be takes no stale one (RFC 9111 §5.2.1.1).
            let mayRevalidate =
                !control.wantsYoung && stored.mayServeWhileRevalidating(at: now, in: kind)
            return mayRevalidate ? .serveWhileRevalidating : .confirm(.stale)
        }
    }

    /// Whether the request wants a younger answer (RFC 9111 §5.2.1.1).
    ///
    /// `max-age=0` is how a reload asks for confirmation, which fresh content that never changes
    /// does not need (RFC 8246 §2).
    private func isTooOld(_ stored: StoredResponse, _ now: Date, _ kind: CacheKind) -> Bool {
        guard control.maxAge != .absent, !isUnchanging(stored, now, kind) else { return false }
        guard let limit = control.maxAge.duration, limit > .zero, let age = stored.age(at: now)
        else { return true }
        return age > limit
    }

    /// Whether the origin said that the content does not change while it is fresh, and it is.
    private func isUnchanging(_ stored: StoredResponse, _ now: Date, _ kind: CacheKind) -> Bool {
        guard stored.cacheControl.isImmutable, !stored.isInvalidated,
            !stored.cacheControl.noCache, case .fresh = stored.freshness(at: now, in: kind)
        else { return false }
        return true
    }

    private func isYoung(_ stored: StoredResponse, _ limit: Duration, _ now: Date) -> Bool {
        guard let held = stored.timeHeld(at: now), !stored.isInvalidated else { return false }
        return held < limit
    }
}
