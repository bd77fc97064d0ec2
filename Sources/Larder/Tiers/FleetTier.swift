/// A tier that many machines share, and through which they agree on who asks the origin and on
/// what their own copies are worth.
///
/// Of machines that miss the same key at once, one is given a lease and asks; the others wait for
/// its answer, for a bounded time. A copy in the tiers above counts as long as the fleet holds
/// the same, or nothing.
public protocol FleetTier: CacheTier {
    /// Suspends until this machine may ask the origin for what belongs under `key`, or until
    /// another's answer is there. `version` is what this tier's look-up found, `nil` for a miss;
    /// it does not matter when a `wait` is given that an earlier call for the key ended with.
    ///
    /// It never fails: a tier that cannot tell lets everybody ask. A caller waits at most for the
    /// tier's longest lease, over all calls; a machine that died with a lease holds the others up
    /// for less.
    func turn(
        forKey key: String, after version: EntryVersion?, goingOnWith wait: FleetWait?
    ) async -> FleetTurn

    /// What the fleet says of a copy that a tier above holds under `key`. Never fails.
    func verdict(on copy: EntryAttributes, forKey key: String) async -> FleetVerdict

    /// Whether nothing is known to have happened to `key` since the fleet held `version`; `nil`
    /// stands for nothing.
    ///
    /// Costs no more than a look-up in memory. A tier that cannot reach the fleet returns `true`:
    /// what is above goes on being served.
    func stillHolds(_ version: EntryVersion?, forKey key: String) -> Bool

    /// Takes what is under `key` out of the fleet, since this machine has something newer that the
    /// fleet does not get. Unlike a removal, it says nothing of copies of anything else.
    func withdraw(forKey key: String) async
}

extension FleetTier {
    /// The turn to ask the origin, without an earlier wait.
    public func turn(forKey key: String, after version: EntryVersion?) async -> FleetTurn {
        await turn(forKey: key, after: version, goingOnWith: nil)
    }
}

/// What a ``FleetTier`` says to a machine that wants to ask the origin.
public enum FleetTurn: Sendable {
    /// Ask. With a lease, others wait for the answer: store it, then end the lease. Without one,
    /// nobody does.
    case ask(lease: (any FleetLease)?)
    /// What is under the key is another version now. Look it up; if it does not serve, ask for a
    /// turn again and go on with this wait.
    case lookAgain(FleetWait)
}

/// A wait for another machine's answer, so far.
public struct FleetWait: Sendable, Hashable {
    /// What the fleet's tier itself held at its end, `nil` for nothing.
    public let version: EntryVersion?
    /// For how long the waiter would wait on.
    public let patience: Duration

    /// Makes a wait.
    public init(version: EntryVersion?, patience: Duration) {
        self.version = version
        self.patience = patience
    }
}

/// What a ``FleetTier`` says of a copy.
public enum FleetVerdict: Sendable, Hashable {
    /// The fleet holds the same, in this version; or nothing, `nil`: it has forgotten the entry.
    case agrees(EntryVersion?)
    /// The fleet holds something else, or the entry was removed: the copy is outdated.
    case outdated
    /// The fleet cannot be asked.
    case unknown
}

/// The right to ask the origin while others wait. One that is dropped runs out by itself.
public protocol FleetLease: Sendable {
    /// Lets the others go on: to the answer if one was stored under the key since the lease was
    /// given, to the origin if not. Harmless when repeated.
    func end() async
}
