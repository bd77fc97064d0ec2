#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import Larder
import Synchronization

/// A tier in a dictionary: the contract at its plainest, for tests.
///
/// It can be made to fail, and to pause a look-up at the moment that matters for a race. Nothing
/// is ever evicted. Any thread may use it.
public final class DictionaryTier: Sendable {
    fileprivate struct State {
        var entries: [ExactKey<String>: Entry] = [:]
        var lastVersion: UInt64 = 0
        var written = 0
        var failure: (any Error)?
        var afterLookUp: (@Sendable () async -> Void)?
    }

    /// Whether it says that several users see it.
    public let isShared: Bool
    private let time: TimeSource
    private let state = Mutex(State())

    /// Makes an empty tier.
    public init(isShared: Bool = false, time: TimeSource = .system) {
        self.isShared = isShared
        self.time = time
    }
}

extension DictionaryTier {
    /// Makes every call throw `failure`, until it is set to `nil` again.
    public func fail(with failure: (any Error)?) {
        state.withLock { $0.failure = failure }
    }

    /// Runs `pause` once, after the next look-up of an entry has found what it returns.
    public func afterNextLookUp(_ pause: @escaping @Sendable () async -> Void) {
        state.withLock { $0.afterLookUp = pause }
    }

    /// What is stored under `key`, expired or not.
    public subscript(key: String) -> Entry? { state.withLock { $0.entries[ExactKey(key)] } }

    /// The keys of what is stored, expired or not, sorted.
    public var keys: [String] { state.withLock { $0.entries.keys.map(\.key) }.sorted() }

    /// How many payload bytes were ever stored.
    public var written: Int { state.withLock { $0.written } }
}

extension DictionaryTier: CacheTier {
    /// Whether `version` is the last store's.
    public func isCurrent(_ version: EntryVersion?, forKey key: String) -> Bool {
        state.withLock { $0.live(key, at: time.now())?.attributes.version == version }
    }

    /// The entry last stored under `key`.
    public func entry(forKey key: String) async throws -> Entry? {
        let (entry, pause) = try attempt { state in
            defer { state.afterLookUp = nil }
            return (state.live(key, at: time.now()), state.afterLookUp)
        }
        await pause?()
        return entry
    }

    /// Stores `entry`.
    public func store(_ entry: Entry, forKey key: String) async throws -> EntryVersion? {
        try attempt { $0.store(entry, key, at: time.now()) }
    }

    /// Stores `entry` if the key is unchanged, in one step.
    public func store(
        _ entry: Entry, forKey key: String, ifVersion version: EntryVersion?
    ) async throws -> EntryVersion? {
        try attempt { state in
            let now = time.now()
            guard state.live(key, at: now)?.attributes.version == version else { return nil }
            return state.store(entry, key, at: now)
        }
    }

    /// Replaces all but the payload.
    public func update(
        _ attributes: EntryAttributes, forKey key: String, ifVersion version: EntryVersion
    ) async throws -> EntryVersion? {
        try attempt { state in
            let now = time.now()
            guard let entry = state.live(key, at: now), entry.attributes.version == version
            else { return nil }
            state.written -= entry.payload.count
            return state.store(Entry(payload: entry.payload, attributes: attributes), key, at: now)
        }
    }

    /// Removes the entry.
    public func remove(forKey key: String) async throws {
        try attempt { $0.entries[ExactKey(key)] = nil }
    }

    /// Removes every entry.
    public func removeAll() async throws {
        try attempt { $0.entries = [:] }
    }

    private func attempt<Value: Sendable>(
        _ body: (inout State) throws -> Value
    ) throws -> Value {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return try body(&state)
        }
    }
}

extension DictionaryTier.State {
    fileprivate func live(_ key: String, at now: Date) -> Entry? {
        guard let entry = entries[ExactKey(key)], entry.attributes.isLive(at: now) else {
            return nil
        }
        return entry
    }

    fileprivate mutating func store(
        _ entry: Entry, _ key: String, at now: Date
    ) -> EntryVersion? {
        guard entry.attributes.isLive(at: now) else {
            entries[ExactKey(key)] = nil
            return nil
        }
        lastVersion += 1
        written += entry.payload.count
        var entry = entry
        entry.attributes.version = EntryVersion(rawValue: lastVersion)
        entries[ExactKey(key)] = entry
        return entry.attributes.version
    }
}
