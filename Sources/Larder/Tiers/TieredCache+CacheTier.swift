import Synchronization

extension TieredCache: CacheTier {
    /// As the first tier below memory says, and a fleet's further down.
    public func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool {
        first.isCurrent(version, forKey: key) && (version == nil || isAgreed(key))
    }

    /// The entry under `key` in memory, if it is current and the fleet need not be asked about it.
    public func entryAtHand(forKey key: String) -> Entry? {
        guard let entry = currentInMemory(key, countsMiss: false), isAgreed(key) else { return nil }
        return entry
    }

    /// The entry under `key` from the first tier that has it, promoted to those above.
    public func entry(forKey key: String) async throws -> Entry? {
        if let entry = await upheldInMemory(key) { return entry }
        let moment = marks.withLock { $0.moment(key) }
        for place in lower.indices {
            let found = try await look(key, at: place) { try await $0.entry(forKey: key) }
            guard let found, await isUpheld(found.attributes, forKey: key, at: place) else {
                continue
            }
            return await lift(found, forKey: key, from: place, since: moment)
        }
        return nil
    }

    /// What is known about the entry under `key` in the first tier that has it. Promotes nothing,
    /// and does not count as a use.
    public func attributes(forKey key: String) async throws -> EntryAttributes? {
        if let found = memory.copiedAttributes(forKey: key),
            first.isCurrent(found.version, forKey: key), await isUpheld(found, forKey: key)
        {
            return found
        }
        for place in lower.indices {
            let found = try await attempt(.lookUp, at: place) {
                try await $0.attributes(forKey: key)
            }
            if let found, await isUpheld(found, forKey: key, at: place) { return found }
        }
        return nil
    }

    /// Opens the entry in the first tier that has it. A small one is read and promoted at once.
    public func reader(forKey key: String) async throws -> (any EntryReader)? {
        if let entry = await upheldInMemory(key) { return WholeEntryReader(entry: entry) }
        let moment = marks.withLock { $0.moment(key) }
        for place in lower.indices {
            let found = try await look(key, at: place) { try await $0.reader(forKey: key) }
            guard let found, await isUpheld(found.attributes, forKey: key, at: place) else {
                continue
            }
            let size = found.attributes.size
            guard size <= Self.promotedWhole.bytes else { return found }
            let entry = Entry(
                payload: try await found.read(0..<size), attributes: found.attributes)
            return WholeEntryReader(
                entry: await lift(entry, forKey: key, from: place, since: moment))
        }
        return nil
    }

    /// Stores `entry` in every tier that may have it, memory last.
    @discardableResult
    public func store(_ entry: Entry, forKey key: String) async throws -> EntryVersion? {
        try await spread(entry, forKey: key) {
            try await self.attempt(.store, at: 0) { try await $0.store(entry, forKey: key) }
        }
    }

    /// Stores `entry` in every tier if the first one below memory still has `version`.
    @discardableResult
    public func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) async throws -> EntryVersion? {
        let stored = try await attempt(.store, at: 0) {
            try await $0.store(entry, forKey: key, ifVersion: version)
        }
        guard let stored else { return nil }
        return try await spread(entry, forKey: key) { stored }
    }

    /// Streams to the first tier below memory; the others follow at the commit.
    public func writer(forKey key: String) async throws -> any EntryWriter {
        let writer = try await attempt(.store, at: 0) { try await $0.writer(forKey: key) }
        return TieredEntryWriter(cache: self, key: key, first: writer)
    }

    /// Updates the first tier below memory. A fleet is given the whole entry anew if it is small;
    /// the copies elsewhere are dropped, to be promoted anew.
    @discardableResult
    public func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) async throws -> EntryVersion? {
        try await writing(key) { moment in
            let copy = currentInMemory(key)
            let updated = try await attempt(.update, at: 0) {
                try await $0.update(attributes, forKey: key, ifVersion: version)
            }
            guard let updated else { return nil }
            var kept: Entry?
            if let copy, copy.attributes.version == version {
                kept = Entry(payload: copy.payload, attributes: attributes)
            } else if fleet != nil {
                kept = try await smallEntry(key, updated)
            }
            if let kept {
                keepInMemory(kept, forKey: key, as: updated)
            } else {
                memory.remove(forKey: key)
            }
            try await putBelowFirst(key, moment) { $0 is any FleetTier ? kept : nil }
            return updated
        }
    }

    /// The first tier's entry under `key` if it is small and in this version.
    private func smallEntry(_ key: String, _ version: EntryVersion) async throws -> Entry? {
        guard let reader = try await first.reader(forKey: key),
            reader.attributes.size <= Self.promotedWhole.bytes,
            reader.attributes.version == version
        else { return nil }
        let payload = try await reader.read(0..<reader.attributes.size)
        return Entry(payload: payload, attributes: reader.attributes)
    }

    /// Removes what is under `key` in every tier, the lowest first.
    public func remove(forKey key: String) async throws {
        defer { memory.remove(forKey: key) }
        try await writing(key) { _ in
            try await Self.inEach(lower.indices.reversed()) { place in
                try await attempt(.remove, at: place) { try await $0.remove(forKey: key) }
            }
        }
    }

    /// Removes every entry of every tier, the lowest first.
    public func removeAll() async throws {
        defer { memory.removeAll() }
        try await writingEverything {
            try await Self.inEach(lower.indices.reversed()) { place in
                try await attempt(.remove, at: place) { try await $0.removeAll() }
            }
        }
    }
}

extension TieredCache {
    /// Stores by `storeInFirst`, then `entry` in memory and in the tiers below that may have it.
    /// Without an entry, what they hold under the key is outdated and goes.
    func spread(
        _ entry: Entry?, forKey key: String,
        storeInFirst: () async throws -> EntryVersion?
    ) async throws -> EntryVersion? {
        try await writing(key) { moment in
            let version: EntryVersion?
            do {
                version = try await storeInFirst()
            } catch {
                // A full disk is no reason to fetch again at once: memory serves the newer bytes
                // as long as the first tier has no older ones.
                if let entry { keepInMemory(entry, forKey: key, as: nil) }
                throw error
            }
            let kept = version == nil ? nil : entry
            if let kept {
                keepInMemory(kept, forKey: key, as: version)
            } else {
                memory.remove(forKey: key)
            }
            try await putBelowFirst(key, moment) { _ in kept }
            return version
        }
    }

    /// Puts into each tier below the first what belongs there; without that, what it has is
    /// outdated. `moment` stands for the write that this is a part of.
    private func putBelowFirst(
        _ key: String, _ moment: WriteMarks.Moment?, _ entry: (any CacheTier) -> Entry?
    ) async throws {
        try await Self.inEach(lower.indices.dropFirst()) { place in
            let tier = lower[place]
            var version: EntryVersion?
            if let entry = entry(tier), entry.attributes.isShareable || !tier.isShared,
                lowerRule.admits(key, entry.attributes)
            {
                version = try await attempt(.store, at: place) {
                    try await $0.store(entry, forKey: key)
                }
            } else {
                try await attempt(.remove, at: place) { try await Self.withdraw(key, from: $0) }
            }
            // What is above is what the fleet was given, unless another write came between.
            if place == fleetPlace, let moment, marks.withLock({ $0.isLatest(moment, of: key) }) {
                agree(on: version, forKey: key)
            }
        }
    }

    /// Hands `entry`, found at `place` among the lower tiers, up to those above.
    private func lift(
        _ entry: Entry, forKey key: String, from place: Int, since moment: WriteMarks.Moment?
    ) async -> Entry {
        guard place == 0 else { return await promote(entry, forKey: key, place, since: moment) }
        keepInMemory(entry, forKey: key, as: entry.attributes.version)
        return entry
    }

    /// Hands `entry`, found below the first tier, up to it and to memory, unless the key was
    /// written `since` the look-up began. A promotion that fails takes nothing from the answer.
    private func promote(
        _ entry: Entry, forKey key: String, _ place: Int, since moment: WriteMarks.Moment?
    ) async -> Entry {
        var entry = entry
        if place == fleetPlace { agree(on: entry.attributes.version, forKey: key) }
        entry.attributes.version = nil
        guard let moment,
            // The bytes are here; that a tier above cannot take them is no reason to fail.
            let version = try? await attempt(
                .store, at: 0,
                { try await $0.store(entry, forKey: key, ifVersion: nil) })
        else { return entry }
        entry.attributes.version = version
        keepInMemory(entry, forKey: key, as: version)
        guard marks.withLock({ $0.moment(key) }) != moment else { return entry }
        if first.isCurrent(version, forKey: key) {
            // A tier that cannot remove has failed the caller's own removal just so.
            try? await attempt(.remove, at: 0) { try await $0.remove(forKey: key) }
        }
        memory.remove(forKey: key)
        return entry
    }

    /// Does `work` for the tier at each of `places`, also when it fails for some; throws the first
    /// error.
    private static func inEach(
        _ places: some Sequence<Int>, _ work: (_ place: Int) async throws -> Void
    ) async throws {
        var failure: (any Error)?
        for place in places {
            do { try await work(place) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }
}
