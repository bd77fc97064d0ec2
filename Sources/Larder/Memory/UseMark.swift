/// What uses leave behind on an entry, for ``EvictionPolicy`` to read when its turn comes.
///
/// One word, so that several readers may mark one entry at once.
@usableFromInline
struct UseMark: Sendable, Equatable {
    /// The stamp in the lower half, then the count in a byte, then a bit each.
    @usableFromInline private(set) var rawValue: UInt64

    @inlinable
    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}

extension UseMark {
    @inlinable static var mostUses: UInt8 { 7 }
    @inlinable static var probationBit: UInt64 { 1 << 40 }
    @inlinable static var timedBit: UInt64 { 1 << 41 }

    @inlinable
    init(stamp: UInt32, uses: UInt8, isOnProbation: Bool, isTimed: Bool = false) {
        self.init(
            rawValue: UInt64(stamp) | UInt64(uses) &<< 32
                | (isOnProbation ? Self.probationBit : 0) | (isTimed ? Self.timedBit : 0))
    }

    @usableFromInline
    init(_ arrival: EvictionPolicy.Arrival, at now: UInt32, isTimed: Bool = false) {
        self.init(
            stamp: now, uses: arrival.uses, isOnProbation: arrival == .probation, isTimed: isTimed)
    }

    /// When the entry came or was last used.
    @inlinable var stamp: UInt32 { UInt32(truncatingIfNeeded: rawValue) }

    /// Uses that counted, saturating; halved for each round in the main queue.
    @inlinable var uses: UInt8 { UInt8(truncatingIfNeeded: rawValue &>> 32) }

    @inlinable var isOnProbation: Bool { rawValue & Self.probationBit != 0 }

    /// Whether the entry has a lifetime that may end.
    @inlinable var isTimed: Bool { rawValue & Self.timedBit != 0 }

    /// The mark after a use. It does not count if it comes so soon after the last on probation that
    /// both are one occasion.
    @inlinable
    func used(at clock: UseClock) -> UseMark {
        let isSameOccasion = isOnProbation && clock.now &- stamp < clock.window
        return with(
            stamp: clock.now, uses: isSameOccasion ? uses : min(uses &+ 1, Self.mostUses))
    }

    /// The mark of an entry that goes to the main queue, or round in it.
    @inlinable
    func kept(uses: UInt8) -> UseMark {
        UseMark(stamp: stamp, uses: uses, isOnProbation: false, isTimed: isTimed)
    }

    /// The mark of an entry that was stored anew.
    @inlinable
    func replaced(isTimed: Bool) -> UseMark {
        UseMark(stamp: stamp, uses: uses, isOnProbation: isOnProbation, isTimed: isTimed)
    }

    @inlinable
    func with(stamp: UInt32, uses: UInt8) -> UseMark {
        UseMark(rawValue: rawValue & ~0xFF_FFFF_FFFF | UInt64(uses) &<< 32 | UInt64(stamp))
    }
}
