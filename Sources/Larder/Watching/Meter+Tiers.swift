// What a tier is asked for, and what comes of it.

extension Meter {
    /// Asks the tier at `place` from the top for what is under `key`, and notes what came of it
    /// while somebody watches.
    func look<Found>(
        _ key: String, at place: Int, _ time: TimeSource,
        _ look: (any CacheTier) async throws -> Found?
    ) async throws -> Found? {
        let meter = tiers[place]
        guard isOn else { return try await look(meter.tier) }
        let start = meter.isToBeTimed ? time.uptime() : nil
        let found: Found?
        do { found = try await look(meter.tier) } catch {
            fail(.lookUp, meter, error)
            throw error
        }
        if let start { meter.time(time.uptime() - start) }
        if found != nil {
            meter.hit()
        } else {
            miss(key, meter)
        }
        return found
    }

    private func miss(_ key: String, _ meter: TierMeter) {
        meter.miss()
        // Damage shows as a miss.
        let damage = meter.newDamage()
        if damage > 0 { announce(.damageFound(tier: meter.name, count: damage)) }
        announce(.tierMissed(tier: meter.name, key: key))
    }

    /// Lets the tier at `place` do `work`, and notes it if that fails for another reason than that
    /// nobody waits for it any longer.
    func attempt<Result>(
        _ task: TierTask, at place: Int, _ work: (any CacheTier) async throws -> Result
    ) async throws -> Result {
        let meter = tiers[place]
        do {
            return try await work(meter.tier)
        } catch {
            if isOn { fail(task, meter, error) }
            throw error
        }
    }

    private func fail(_ task: TierTask, _ meter: TierMeter, _ error: any Error) {
        guard !(error is CancellationError) else { return }
        meter.fail(task)
        announce(.tierFailed(tier: meter.name, task: task, error: error))
    }
}
