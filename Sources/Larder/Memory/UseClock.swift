/// The policy's time, and what a use has to know of the policy, in one word: so a reader never sees
/// a part of it without the rest.
@usableFromInline
struct UseClock: Sendable, Equatable {
    /// From the top: 32 bits of time, 24 of the window, 7 of how much is noted, one for recency.
    @usableFromInline let rawValue: UInt64

    @inlinable
    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension UseClock {
    @usableFromInline
    init(now: UInt32, window: UInt32, followsRecency: Bool, thinning: UInt32 = 0) {
        self.init(
            rawValue: UInt64(now) << 32 | UInt64(min(window, Self.mostWindow)) << 8
                | UInt64(thinning) << 1 | (followsRecency ? 1 : 0))
    }

    private static let mostWindow: UInt32 = 0xFF_FFFF

    /// The clock of a store: notes the uses that `contest` watches.
    @usableFromInline
    init(_ clock: UseClock, noting contest: Contest) {
        self.init(
            now: clock.now, window: clock.window, followsRecency: clock.followsRecency,
            thinning: contest.thinning)
    }

    /// A tick, to be added to the raw value.
    @inlinable static var tick: UInt64 { 1 << 32 }

    /// Ticks of inserted bytes so far, wrapping, and of uses while those are followed.
    @inlinable var now: UInt32 { UInt32(truncatingIfNeeded: rawValue &>> 32) }

    /// Uses closer together than this are one.
    @inlinable var window: UInt32 { UInt32(truncatingIfNeeded: rawValue &>> 8) & 0xFF_FFFF }

    /// Whether what was used longest ago leaves first, so that uses that are noted make time go on.
    @inlinable var followsRecency: Bool { rawValue & 1 != 0 }

    /// Whether a use of the key with the hash's `tag` is noted.
    @inlinable
    func notes(_ tag: UInt32) -> Bool {
        tag & (1 &<< (UInt32(truncatingIfNeeded: rawValue &>> 1) & 0x1F) &- 1) == 0
    }
}
