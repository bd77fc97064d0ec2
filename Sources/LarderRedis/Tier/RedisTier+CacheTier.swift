public import Larder

extension RedisTier: CacheTier {
    /// `true`: every machine with the same prefix sees the entries.
    public var isShared: Bool { true }

    /// Answered from what this process has stored, looked up and heard; costs a hash and a lock.
    ///
    /// `true` while the engine cannot be reached: the tier cannot tell.
    public func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool {
        state.isCurrent(version, place(of: key), ifUnknown: version == nil)
    }

    /// The entry under `key`, in one round trip. Never throws.
    public func entry(forKey key: String) async throws -> Entry? {
        let place = place(of: key)
        guard let bytes = await read(["GET", state.keys.entry(key)], place) else { return nil }
        let entry = form.decode(bytes, forKey: key)
        return judge(entry, entry?.attributes, key, place)
    }

    /// What is known about the entry under `key`, without its payload, in one round trip, or two
    /// when its metadata is longer than about 4 KB. Never throws.
    public func attributes(forKey key: String) async throws -> EntryAttributes? {
        let place = place(of: key)
        guard let head = await head(forKey: key, place) else { return nil }
        return judge(head.attributes, head.attributes, key, place)
    }

    /// Stores `entry`, in one round trip. Never throws.
    ///
    /// Returns `nil` for an entry that is larger than ``RedisConfiguration/sizeLimit``, has
    /// expired or belongs to one user (`EntryAttributes.isShareable`), and takes out what was
    /// under the key. When the engine cannot take it, it counts as stored and evicted at once: it
    /// has a version, so that copies in tiers above are kept, and the older value is owed to be
    /// removed.
    @discardableResult
    public func store(_ entry: Entry, forKey key: String) async throws -> EntryVersion? {
        guard isKept(entry) else {
            await withdraw(forKey: key)
            return nil
        }
        let place = place(of: key)
        let version = EntryVersion.random()
        guard admitsWrites(place) else {
            owe(key, place, insteadOf: version)
            return version
        }
        let name = state.keys.entry(key)
        var command = RESPCommand()
        command.append(
            ["SET", name, .bytes(form.encode(entry, as: version, forKey: key))]
                + (timeToLive(entry.attributes).map { ["PX", .number($0)] } ?? []))
        command.append(readingVersion: name)
        if await write(command, place) {
            state.settle(place)
            state.count(.stores)
        } else {
            owe(key, place, insteadOf: version)
        }
        return version
    }

    /// Stores `entry` if what is there is still `version`; the engine compares and stores in one
    /// step. Never throws. `nil` also when the engine could not be asked.
    @discardableResult
    public func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) async throws -> EntryVersion? {
        let place = place(of: key)
        guard isKept(entry), !state.isOwed(place), admitsWrites(place) else { return nil }
        let new = EntryVersion.random()
        let value = form.encode(entry, as: new, forKey: key)
        let isStored = await replace(
            version, of: key, place, by: value, expiry: entry.attributes)
        if isStored { state.count(.stores) }
        return isStored ? new : nil
    }

    /// Collects the payload in memory, up to ``RedisConfiguration/sizeLimit``.
    public func writer(forKey key: String) async throws -> any EntryWriter {
        RedisEntryWriter(tier: self, key: key)
    }

    /// Replaces metadata and expiry, in two round trips; the payload is not moved. Never throws.
    /// What belongs to one user from now on is taken out instead.
    @discardableResult
    public func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) async throws -> EntryVersion? {
        guard attributes.isShareable else {
            await withdraw(forKey: key)
            return nil
        }
        let place = place(of: key)
        guard var head = await head(forKey: key, place), head.version == version,
            admitsWrites(place)
        else { return nil }
        let size = head.attributes.size
        head.attributes = attributes
        head.attributes.size = size
        let new = EntryVersion.random()
        head.attributes.version = new
        let isUpdated = await replace(
            version, of: key, place, by: form.encode(head, forKey: key), keeping: head.length,
            expiry: attributes)
        return isUpdated ? new : nil
    }

    /// Removes what is under `key`, in one round trip, and leaves word of it in the engine for a
    /// day, at about 100 bytes. Never throws: see the type's overview for what happens when the
    /// engine cannot be reached.
    public func remove(forKey key: String) async throws {
        let place = place(of: key)
        var command = RESPCommand()
        command.append(removing: state.keys.entry(key))
        guard await write(command, place, isRemoval: true) else {
            return owe(key, place, insteadOf: nil)
        }
        state.settle(place)
    }

    /// Removes every entry of every machine with this prefix, leaving word of each as
    /// ``remove(forKey:)`` does; what others keep in the database stays. Never throws.
    ///
    /// It reaches other machines' copies, too, also those of what the engine had forgotten by
    /// itself, when it was full or restarted empty: for a day the engine keeps when it was. Then
    /// clocks count: such a copy that was made up to a minute later by its machine's clock goes,
    /// too.
    ///
    /// Takes time in proportion to the database's keys, whosever they are.
    public func removeAll() async throws {
        let number = state.change { $0.beginClearing() }
        _ = await withCheckedContinuation { continuation in
            state.clear(number, through: client.core) { continuation.resume(returning: $0) }
        }
    }
}
