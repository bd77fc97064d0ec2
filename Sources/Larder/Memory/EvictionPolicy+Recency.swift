extension EvictionPolicy {
    /// Handles are below this.
    @usableFromInline var places: Int { chains.places }

    /// Whether there is an entry `handle`.
    @usableFromInline
    func isResident(_ handle: Handle) -> Bool { chains.contains(handle) }

    /// Takes over that time has gone on to `time`, by uses.
    @usableFromInline
    mutating func catchUp(to time: UInt32) {
        inserted &+= Int(time &- now) &<< tickShift
    }
}
