import Synchronization

// What a fleet's tier below others says of the copies above it.

extension TieredCache {
    /// Whether `copy`, found under `key` in memory or in the lower tier at `place`, may be served
    /// as far as the fleet is concerned. Copies that it outdates are dropped.
    ///
    /// The fleet is asked once; after that the question costs two look-ups in tables, until
    /// something happens to the key or the connection.
    func isUpheld(_ copy: EntryAttributes, forKey key: String, at place: Int = 0) async -> Bool {
        guard let fleet, place < fleetPlace, !isAgreed(key) else { return true }
        switch await fleet.verdict(on: copy, forKey: key) {
        case .agrees(let version): agree(on: version, forKey: key)
        case .unknown: break
        case .outdated:
            memory.remove(forKey: key)
            // What cannot be removed is asked about again before it is served.
            for tier in lower[..<fleetPlace] { try? await tier.remove(forKey: key) }
            return false
        }
        return true
    }

    /// Whether the fleet upholds the copies of `key` without being asked.
    func isAgreed(_ key: String) -> Bool {
        guard let fleet else { return true }
        guard let agreement = agreements.withLock({ $0[key.hashValue] }) else { return false }
        return fleet.stillHolds(agreement.version, forKey: key)
    }

    /// Takes out of `tier` what is outdated by something that it does not get.
    static func withdraw(_ key: String, from tier: any CacheTier) async throws {
        if let tier = tier as? any FleetTier {
            await tier.withdraw(forKey: key)
        } else {
            try await tier.remove(forKey: key)
        }
    }

    /// Remembers that the copies of `key` are what the fleet held in `version`.
    func agree(on version: EntryVersion?, forKey key: String) {
        let agreement = FleetAgreement(version: version)
        let dropped = agreements.withLock { $0.set(key.hashValue, agreement) }
        // Released after unlocking.
        _ = dropped
    }
}

/// That the fleet held the same as a machine's own tiers, or nothing.
struct FleetAgreement: Sendable {
    let version: EntryVersion?
}

/// As the fleet's tier below says, if there is one. Without one everybody may ask at once.
extension TieredCache: FleetTier {
    /// The turn to ask the origin, after what this cache's own look-up found.
    ///
    /// `version` may be of any of the tiers; what counts is what the fleet held when it upheld it.
    public func turn(
        forKey key: String, after version: EntryVersion?, goingOnWith wait: FleetWait?
    ) async -> FleetTurn {
        if let fleet {
            let known = agreements.withLock { $0[key.hashValue]?.version }
            let held = version == nil ? nil : known
            return await fleet.turn(forKey: key, after: held, goingOnWith: wait)
        }
        guard let first = first as? any FleetTier else { return .ask(lease: nil) }
        return await first.turn(forKey: key, after: version, goingOnWith: wait)
    }

    /// What the fleet says of a copy above this cache; `unknown` without a fleet.
    public func verdict(on copy: EntryAttributes, forKey key: String) async -> FleetVerdict {
        await lowerFleet?.verdict(on: copy, forKey: key) ?? .unknown
    }

    /// As the fleet's tier says; `true` without one.
    public func stillHolds(_ version: EntryVersion?, forKey key: String) -> Bool {
        lowerFleet?.stillHolds(version, forKey: key) ?? true
    }

    /// Takes the entry out of every tier; for a fleet's it is no removal.
    public func withdraw(forKey key: String) async {
        memory.remove(forKey: key)
        await writing(key) { _ in
            // A tier that cannot remove has failed the caller's own removal just so.
            for tier in lower.reversed() { try? await Self.withdraw(key, from: tier) }
        }
    }

    private var lowerFleet: (any FleetTier)? { fleet ?? first as? any FleetTier }
}
