#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import Synchronization

/// Tiers in order: memory, then one or more below it, each slower and larger than the last.
///
/// A look-up asks one tier after the other; a hit in a lower tier is promoted to those above. A
/// store goes to all. Any number of tasks may use it at once.
///
/// **What keeps the copies true.** The first tier below memory decides what is current. A copy in
/// memory carries that tier's version of the key and is served only while the tier says that
/// this version is current, so a store or removal by anyone, other processes included, outdates
/// it. A copy is put into memory first and checked afterwards: if it was overtaken on its way, it
/// is dropped again. So no order between concurrent stores, removals and promotions need be
/// kept.
///
/// A ``FleetTier`` below other tiers, an engine that machines share, is asked too: the first hit of
/// a key above it compares the copy with what the fleet holds, in one round trip. From then on the
/// copy is served without asking until the fleet is heard to have changed it. So a removal or a
/// newer version made anywhere is seen here as soon as the engine's word has come, and at the first
/// look-up where nothing was heard before. An entry that the engine has merely forgotten stays
/// where it is. While the engine cannot be reached, what is above goes on being served. Any other
/// tier further down is not asked: what somebody else changes there is seen when the copies above
/// have gone.
///
/// It is not a transaction: when a store fails in one tier, the error is thrown, and the tiers
/// that took the entry keep it.
public final class TieredCache: Sendable {
    /// The memory tier. What it gives is there at once, without asking the tiers below whether
    /// it is current.
    public let memory: MemoryCache<String, Data>

    /// The tier that decides what is current.
    let first: any CacheTier
    /// Every tier below memory, from the top: the first one and the others.
    let lower: [any CacheTier]
    /// The first tier below others that a fleet shares, and its place among them.
    let fleet: (any FleetTier)?
    let fleetPlace: Int
    /// By the hash of the key, which differs from process to process, what the fleet upheld.
    let agreements = Mutex(RecentTable<Int, FleetAgreement>(capacity: 65_536))
    let marks = Mutex(WriteMarks())
    private let memoryRule: TierRule
    let lowerRule: TierRule
    let meter: Meter

    /// Payloads up to this size are read whole and promoted even when they are asked for in
    /// parts; larger ones stay where they are.
    static let promotedWhole = ByteCount.mebibytes(1)

    /// Puts `memory` over `first`, and `first` over `others` in their order.
    ///
    /// `inMemory` says which entries memory keeps, `below` which ones the `others` are given; every
    /// one by default. The first tier decides what is current, so it is given all.
    public init(
        _ memory: MemoryCache<String, Data>, _ first: any CacheTier, _ others: any CacheTier...,
        inMemory memoryRule: TierRule = .everything, below lowerRule: TierRule = .everything
    ) {
        self.memory = memory
        self.first = first
        self.memoryRule = memoryRule
        self.lowerRule = lowerRule
        lower = [first] + others
        fleetPlace = lower.dropFirst().firstIndex { $0 is any FleetTier } ?? lower.endIndex
        fleet = fleetPlace < lower.endIndex ? lower[fleetPlace] as? any FleetTier : nil
        meter = Meter([memory] + lower)
    }
}

extension TieredCache {
    /// What memory holds under `key`, if it is current; what is not is dropped.
    func currentInMemory(_ key: String, countsMiss: Bool = true) -> Entry? {
        guard let entry = memory.copy(forKey: key, countsMiss: countsMiss) else { return nil }
        if first.isCurrent(entry.attributes.version, forKey: key) { return entry }
        memory.remove(forKey: key)
        return nil
    }

    /// Asks the tier at `place` among the ``lower`` ones what is under `key`.
    func look<Found>(
        _ key: String, at place: Int, _ look: (any CacheTier) async throws -> Found?
    ) async throws -> Found? {
        try await meter.look(key, at: place + 1, memory.time, look)
    }

    /// Lets the tier at `place` among the ``lower`` ones do `work`; a failure is told to monitors.
    func attempt<Result>(
        _ task: TierTask, at place: Int, _ work: (any CacheTier) async throws -> Result
    ) async throws -> Result {
        try await meter.attempt(task, at: place + 1, work)
    }

    /// Puts `entry` into memory as the first tier's `version` of `key`, and drops it again if
    /// that was overtaken meanwhile.
    func keepInMemory(_ entry: Entry, forKey key: String, as version: EntryVersion?) {
        guard memoryRule.admits(key, entry.attributes) else {
            return memory.remove(forKey: key)
        }
        var entry = entry
        entry.attributes.version = version
        memory.store(entry, forKey: key)
        if !first.isCurrent(version, forKey: key) { memory.remove(forKey: key) }
    }

    /// What memory holds under `key`, if it is current and a fleet upholds it.
    func upheldInMemory(_ key: String) async -> Entry? {
        guard let entry = currentInMemory(key), await isUpheld(entry.attributes, forKey: key)
        else { return nil }
        return entry
    }

    /// Marks `key` as being written while `work` runs, which is told what stands for the write.
    func writing<Value>(
        _ key: String, _ work: (WriteMarks.Moment?) async throws -> Value
    ) async rethrows -> Value {
        let moment = marks.withLock { $0.begin(key) }
        defer { marks.withLock { $0.end(key) } }
        return try await work(moment)
    }

    /// Marks every key as being written while `work` runs.
    func writingEverything(_ work: () async throws -> Void) async rethrows {
        marks.withLock { $0.beginAll() }
        defer { marks.withLock { $0.endAll() } }
        try await work()
    }
}
