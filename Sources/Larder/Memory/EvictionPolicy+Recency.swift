extension EvictionPolicy {
    /// Goes the way that won `contest`, from now on. Coming back it takes the share of S over that
    /// its own way has learnt there meanwhile.
    @usableFromInline
    mutating func follow(_ contest: Contest) {
        guard followsRecency != contest.prefersRecency else { return }
        followsRecency = contest.prefersRecency
        if !followsRecency { probationShare = contest.own.policy.probationShare }
    }

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
