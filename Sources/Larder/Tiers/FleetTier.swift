/// A tier that many machines share, and through which they agree on who asks the origin.
///
/// Of machines that miss the same key at once, one is given a lease and asks; the others wait for
/// its answer, for a bounded time.
public protocol FleetTier: CacheTier {
    /// Suspends until this machine may ask the origin for what belongs under `key`, or until
    /// another's answer is there. `version` is what this tier's look-up found, `nil` for a miss.
    ///
    /// It never fails: a tier that cannot tell lets everybody ask. A caller waits at most for the
    /// tier's longest lease; a machine that died with a lease holds the others up for less.
    func turn(forKey key: String, after version: EntryVersion?) async -> FleetTurn
}

/// What a ``FleetTier`` says to a machine that wants to ask the origin.
public enum FleetTurn: Sendable {
    /// Ask. With a lease, others wait for the answer: store it, then end the lease. Without one,
    /// nobody does.
    case ask(lease: (any FleetLease)?)
    /// What is under the key is another version now. Look it up; if it does not serve, ask.
    case lookAgain
}

/// The right to ask the origin while others wait. One that is dropped runs out by itself.
public protocol FleetLease: Sendable {
    /// Lets the others go on: to the answer if it `isStored`, to the origin if it is not (an
    /// answer that may not be kept, or none). Harmless when repeated.
    func end(isStored: Bool) async
}
