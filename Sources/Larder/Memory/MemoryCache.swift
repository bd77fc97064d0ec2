#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Keeps values in memory by key, within a capacity, and keeps those most worth keeping.
///
/// ```swift
/// let memory = MemoryCache<String, Data>(capacity: .mebibytes(50)) { .bytes($0.count) }
/// memory["logo"] = data
/// let logo = memory["logo"]
/// ```
///
/// Every call may come from any thread, and none waits for anything but a short lock. A hit takes
/// no lock unless it waited in vain for a writer, moves nothing and allocates nothing. The capacity
/// is never exceeded, not for a moment: what must leave has left before a new value enters. What
/// leaves is released, and the removal observer called, when no lock is held, so both may use the
/// cache. A key's `==` must not use it: the two would wait for each other for ever.
///
/// Keys are told apart by their `==`, but for strings: those that differ in their UTF-8 are two
/// keys, as in every other tier.
///
/// Which values stay is decided by an adaptive, scan-resistant policy that weighs how often a
/// value is used against what it costs; `Docs/Benchmarks.md` shows its hit ratio beside others'.
///
/// It is not a place for what must not be lost: any value may be gone at any moment. It does not
/// watch the machine's memory unless a ``MemoryPressureMonitor`` is made for it.
///
/// - Complexity: Looking up, storing and removing a key are O(1) on average, however many entries
///   there are.
public final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline let store: MemoryStore<Key, Value>
    @usableFromInline let time: TimeSource
    let created: Date
    @usableFromInline let lifetime: Lifetime
    /// What a value costs, or `nil` when each counts as one.
    @usableFromInline let costOf: (@Sendable (Value) -> ByteCount)?
    @usableFromInline let onRemoval: (@Sendable (Removal) -> Void)?
    let findsLivingValues: Bool
    let onRevival: (@Sendable (Key, Value) -> Void)?

    init(
        policy: EvictionPolicy, living: LivingValues<Key, Value>?, lifetime: Lifetime,
        time: TimeSource, onRevival: (@Sendable (Key, Value) -> Void)? = nil,
        onRemoval: (@Sendable (Removal) -> Void)?, cost: (@Sendable (Value) -> ByteCount)?
    ) {
        store = MemoryStore(policy: policy, living: living)
        findsLivingValues = living != nil
        created = time.now()
        self.time = time
        self.lifetime = lifetime
        self.onRevival = onRevival
        self.onRemoval = onRemoval
        costOf = cost
    }
}

extension MemoryCache {
    /// Makes a cache that is bounded by what its values cost.
    ///
    /// - Parameters:
    ///   - capacity: The most that all values together may cost. Zero or less keeps nothing. By
    ///     default a share of the machine's or the container's memory.
    ///   - maximumCount: The most entries there may be, if that is to be bounded too.
    ///   - lifetime: How long values live unless their store says otherwise.
    ///   - time: The clocks. Only entries whose lifetime ends make the cache read one.
    ///   - onRemoval: Called once for each entry that left, on the thread that made it leave,
    ///     after that call's work is done and with no lock held: it may use the cache. Calls for
    ///     different entries may overlap and come in any order.
    ///   - cost: What a value costs, commonly its size in bytes. Asked once a store, with no lock
    ///     held: it may use the cache. Less than one byte counts as one, so that nothing is free
    ///     and the number of entries is bounded too.
    public convenience init(
        capacity: ByteCount = .standardMemoryCapacity,
        maximumCount: Int? = nil,
        lifetime: Lifetime = .forever,
        time: TimeSource = .system,
        onRemoval: (@Sendable (Removal) -> Void)? = nil,
        cost: @escaping @Sendable (Value) -> ByteCount
    ) {
        self.init(
            policy: EvictionPolicy(
                capacity: capacity.bytes, maximumCount: maximumCount ?? .max),
            living: nil, lifetime: lifetime, time: time, onRemoval: onRemoval, cost: cost)
    }

    /// Makes a cache that is bounded by the number of its entries.
    ///
    /// The other parameters are those of
    /// ``init(capacity:maximumCount:lifetime:time:onRemoval:cost:)``.
    public convenience init(
        maximumCount: Int,
        lifetime: Lifetime = .forever,
        time: TimeSource = .system,
        onRemoval: (@Sendable (Removal) -> Void)? = nil
    ) {
        self.init(
            policy: EvictionPolicy(capacity: maximumCount, maximumCount: maximumCount),
            living: nil, lifetime: lifetime, time: time, onRemoval: onRemoval, cost: nil)
    }
}

extension MemoryCache where Value: AnyObject {
    /// Makes a cache that also finds values which it had to evict but which somebody still uses.
    ///
    /// A picture on the screen is in memory anyway. Such a cache keeps a weak reference to what it
    /// evicts; a look-up that finds the object alive returns it and stores it anew. What was
    /// removed, replaced or has expired is not found so. A miss takes one more lock, and an evicted
    /// object costs about 100 bytes while it lives.
    ///
    /// The parameters are those of ``init(capacity:maximumCount:lifetime:time:onRemoval:cost:)``;
    /// `onRevival` is called as `onRemoval` is, for each value that was found and stored anew.
    public convenience init(
        findingLivingValuesWithin capacity: ByteCount,
        maximumCount: Int? = nil,
        lifetime: Lifetime = .forever,
        time: TimeSource = .system,
        onRevival: (@Sendable (_ key: Key, _ value: Value) -> Void)? = nil,
        onRemoval: (@Sendable (Removal) -> Void)? = nil,
        cost: @escaping @Sendable (Value) -> ByteCount
    ) {
        self.init(
            policy: EvictionPolicy(
                capacity: capacity.bytes, maximumCount: maximumCount ?? .max),
            living: LivingValues(toObject: { $0 }, toValue: { $0 as? Value }),
            lifetime: lifetime, time: time, onRevival: onRevival, onRemoval: onRemoval,
            cost: cost)
    }
}

extension MemoryCache {
    /// An entry that left.
    public struct Removal: Sendable {
        /// The key it had.
        public let key: Key
        /// The value it had.
        public let value: Value
        /// Why it left.
        public let reason: RemovalReason

        @usableFromInline
        init(_ departure: Departure<Key, Value>) {
            key = departure.slot.key
            value = departure.slot.value
            reason = departure.reason
        }
    }

    /// Tells the observer what left, and releases it. Called with no lock held.
    @inlinable
    func release(_ departures: Departures<Key, Value>) {
        guard let onRemoval else { return }
        departures.forEach { onRemoval(Removal($0)) }
    }
}
