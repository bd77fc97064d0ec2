/// What uses leave behind on an entry, for ``EvictionPolicy`` to read when its turn comes.
@usableFromInline
struct UseMark: Sendable, Equatable {
    /// When the entry came, or was last used on probation.
    @usableFromInline var stamp: UInt32

    /// Uses that counted, saturating; halved for each round in the main queue.
    @usableFromInline var uses: UInt8

    @usableFromInline var isOnProbation: Bool

    /// Whether the entry has a lifetime that may end.
    @usableFromInline var isTimed = false
}

extension UseMark {
    @inlinable static var mostUses: UInt8 { 15 }

    @usableFromInline
    init(_ arrival: EvictionPolicy.Arrival, at now: UInt32) {
        self.init(stamp: now, uses: arrival.uses, isOnProbation: arrival == .probation)
    }

    /// Counts a use, unless it comes so soon after the last that both are one occasion.
    @inlinable
    mutating func use(at clock: UseClock) {
        if isOnProbation {
            guard clock.now &- stamp >= clock.window else { return }
            stamp = clock.now
        }
        if uses < Self.mostUses { uses += 1 }
    }
}

/// The policy's time, and how long an occasion lasts in it.
@usableFromInline
struct UseClock: Sendable, Equatable {
    /// Ticks of inserted bytes so far, wrapping.
    @usableFromInline let now: UInt32

    /// Uses closer together than this are one.
    @usableFromInline let window: UInt32

    @usableFromInline
    init(now: UInt32, window: UInt32) {
        self.now = now
        self.window = window
    }
}
