// One fetch for a fleet: who asks the origin is agreed upon with other machines.

extension Loader {
    /// Waits for the turn to ask the origin, if the cache has a tier that a fleet shares and
    /// another machine's answer would do. `stored` is what the look-up found.
    func turn(
        of request: PreparedRequest, after stored: StoredAnswer?, goingOnWith wait: FleetWait?
    ) async -> FleetTurn {
        guard let fleet = store.fleet, mayResume(request),
            request.policy != .revalidate, !request.control.noCache,
            !request.fields.hasCredentials
        else { return .ask(lease: nil) }
        let key = stored?.slot.key(under: request.key) ?? request.key
        return await fleet.turn(
            forKey: key, after: stored?.attributes.version, goingOnWith: wait)
    }
}

extension StoredResponse {
    /// Whether a private cache may hand its answer to `request` on to tiers that several users see
    /// (RFC 9111 §3.5).
    ///
    /// More is kept out than the RFC asks for: what answers credentials, whatever the origin says
    /// of it, and what has fields for one user only, which a user's own tier keeps (§5.2.2.7).
    package func mayBeShared(answering request: HTTPFields) -> Bool {
        !request.hasCredentials && !cacheControl.has("private")
            && mayBeStored(answering: request, in: .shared)
    }
}

extension HTTPFields {
    /// Whether the fields tell who asks.
    var hasCredentials: Bool { has("Authorization") || has("Cookie") }
}

extension Flight {
    /// Does `work`, then ends the lease, whatever came of it.
    func endingLease(_ work: () async throws -> Void) async throws {
        do {
            try await work()
        } catch {
            await endLease()
            throw error
        }
        await endLease()
    }

    /// Lets other machines go on.
    func endLease() async {
        await takeLease()?.end()
    }
}
