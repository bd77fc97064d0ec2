// Time and room, as the policy counts them.
extension EvictionPolicy {
    /// The bytes to divide between S and M: the capacity, or what is in use when the number of
    /// entries is what binds.
    @usableFromInline var room: Int { count >= maximumCount ? min(bytes, capacity) : capacity }

    /// What uses have to know: time, and how long an occasion lasts.
    @usableFromInline var clock: UseClock {
        UseClock(
            now: now, window: ticks(Int(probationShare * Double(room) * Self.window)),
            followsRecency: followsRecency)
    }

    private static let window = 0.3

    /// Bytes inserted so far, in ticks.
    @usableFromInline var now: UInt32 { ticks(inserted) }

    func ticks(_ bytes: Int) -> UInt32 {
        UInt32(truncatingIfNeeded: bytes &>> tickShift)
    }

    /// Takes over that time has gone on to `time`, by uses.
    @usableFromInline
    mutating func catchUp(to time: UInt32) {
        inserted &+= Int(time &- now) &<< tickShift
    }
}

// MARK: - Handles

extension EvictionPolicy {
    /// Handles are below this.
    @usableFromInline var places: Int { chains.places }

    /// Whether there is an entry `handle`.
    @usableFromInline
    func isResident(_ handle: Handle) -> Bool { chains.contains(handle) }
}
