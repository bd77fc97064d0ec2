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
/// A tier further down is not asked: what another machine changes in a shared engine below a disk
/// is seen here when the disk's own copy has gone.
///
/// It is not a transaction: when a store fails in one tier, the error is thrown, and the tiers
/// that took the entry keep it.
public final class TieredCache: Sendable {
    /// The memory tier. What it gives is there at once, without asking the tiers below whether
    /// it is current.
    public let memory: MemoryCache<String, Data>

    let first: any CacheTier
    let others: [any CacheTier]
    let marks = Mutex(WriteMarks())

    /// Payloads up to this size are read whole and promoted even when they are asked for in
    /// parts; larger ones stay where they are.
    static let promotedWhole = ByteCount.mebibytes(1)

    /// Puts `memory` over `first`, and `first` over `others` in their order.
    public init(
        _ memory: MemoryCache<String, Data>, _ first: any CacheTier, _ others: any CacheTier...
    ) {
        self.memory = memory
        self.first = first
        self.others = others
    }
}

extension TieredCache {
    /// Every tier below memory, from the top.
    var lower: [any CacheTier] { [first] + others }

    /// What memory holds under `key`, if it is current; what is not is dropped.
    func currentInMemory(_ key: String) -> Entry? {
        guard let entry = memory.copy(forKey: key) else { return nil }
        if first.isCurrent(entry.attributes.version, forKey: key) { return entry }
        memory.remove(forKey: key)
        return nil
    }

    /// Puts `entry` into memory as the first tier's `version` of `key`, and drops it again if
    /// that was overtaken meanwhile.
    func keepInMemory(_ entry: Entry, forKey key: String, as version: EntryVersion?) {
        var entry = entry
        entry.attributes.version = version
        memory.store(entry, forKey: key)
        if !first.isCurrent(version, forKey: key) { memory.remove(forKey: key) }
    }

    /// Marks `key`, or every key, as being written while `work` runs.
    func writing<Value>(_ key: String?, _ work: () async throws -> Value) async throws -> Value {
        begin(key)
        defer { end(key) }
        return try await work()
    }

    private func begin(_ key: String?) {
        marks.withLock { marks in
            if let key { marks.begin(key) } else { marks.beginAll() }
        }
    }

    private func end(_ key: String?) {
        marks.withLock { marks in
            if let key { marks.end(key) } else { marks.endAll() }
        }
    }
}
