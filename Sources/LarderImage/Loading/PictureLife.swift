import Larder

/// How long a decoded picture may be used, on the clock that never goes back.
///
/// A picture in memory is a stored response with its bytes in another form, so the same rules
/// hold: fresh as long as the origin said, and whatever the caller's policy allows beyond that.
struct PictureLife: Hashable, Sendable {
    /// When the source came, or was last confirmed; `nil` when that is not known.
    let confirmedAt: Duration?
    /// Until when the source is fresh; `nil` is for ever.
    let freshUntil: Duration?
    /// From when it is not used at all, by no policy; `nil` is never.
    var endsAt: Duration?

    /// Whether the picture may be used at `now` without asking anybody.
    func allowsUse(at now: @autoclosure () -> Duration, by policy: CachePolicy) -> Bool {
        if let endsAt, now() >= endsAt { return false }
        return switch policy.rule {
        case .standard: freshUntil.map { now() < $0 } ?? true
        case .immutable, .cacheOnly, .cacheElseOrigin: true
        case .maxAge(let limit): confirmedAt.map { now() - $0 < limit } ?? false
        case .reload, .revalidate, .noStore: false
        }
    }
}

extension PictureLife {
    /// Whether its source came, or was confirmed, after that of `other`.
    func isYounger(than other: PictureLife) -> Bool {
        guard let confirmedAt else { return false }
        return other.confirmedAt.map { confirmedAt > $0 } ?? true
    }

    /// Of what was stored by the program itself, and not fetched: it is good until replaced, or
    /// until its lifetime is over.
    static func own(from now: Duration, until end: Duration? = nil) -> PictureLife {
        PictureLife(confirmedAt: now, freshUntil: nil, endsAt: end)
    }

    /// Of a response that came or was confirmed `held` ago and is fresh for so much longer; each is
    /// `nil` when that is not known.
    init(now: Duration, held: Duration?, timeToLive: Duration?) {
        let time = max(timeToLive ?? .zero, .zero)
        self.init(
            confirmedAt: held.map { now - $0 }, freshUntil: now + min(time, .seconds(1 << 40)))
    }
}

extension CachePolicy {
    /// Whether what comes may be kept.
    var keeps: Bool { rule != .noStore }
}
