#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Values of a type of your own, kept as bytes in any tier.
///
/// ```swift
/// let scores = TypedCache<[String: Int]>(files)
/// try await scores.store(["ada": 36], forKey: "today")
/// let today = try await scores.value(forKey: "today")
/// ```
///
/// It holds no values itself: each look-up decodes. To keep decoded values, put a
/// ``MemoryCache`` of them in front.
public struct TypedCache<Value: Sendable>: Sendable {
    private let tier: any CacheTier
    private let time: TimeSource
    private let encode: @Sendable (Value) throws -> Data
    private let decode: @Sendable (Data) throws -> Value

    /// Makes a cache over `tier` from an encoder and a decoder.
    ///
    /// Lifetimes begin by the clocks `time`, which are to be the tier's own; the system's by
    /// default.
    public init(
        _ tier: some CacheTier, time: TimeSource = .system,
        encode: @escaping @Sendable (Value) throws -> Data,
        decode: @escaping @Sendable (Data) throws -> Value
    ) {
        self.tier = tier
        self.time = time
        self.encode = encode
        self.decode = decode
    }
}

extension TypedCache where Value: Codable {
    /// Makes a cache over `tier` that keeps values as JSON.
    ///
    /// Lifetimes begin by the clocks `time`, which are to be the tier's own; the system's by
    /// default.
    public init(_ tier: some CacheTier, time: TimeSource = .system) {
        self.init(
            tier, time: time, encode: { try JSONEncoder().encode($0) },
            decode: { try JSONDecoder().decode(Value.self, from: $0) })
    }
}

extension TypedCache {
    /// The value under `key`, or `nil` when there is none.
    ///
    /// - Throws: What the decoder or the tier throws.
    public func value(forKey key: String) async throws -> Value? {
        try await tier.data(forKey: key).map(decode)
    }

    /// Stores `value` under `key` in place of what was there. For ever by default.
    ///
    /// Returns as ``TieredCache/store(_:forKey:metadata:lifetime:)`` does.
    ///
    /// - Throws: What the encoder or the tier throws.
    @discardableResult
    public func store(
        _ value: Value, forKey key: String, lifetime: Lifetime = .forever
    ) async throws -> EntryVersion? {
        try await tier.store(
            encode(value), forKey: key, lifetime: lifetime, now: time.now())
    }

    /// Removes what is under `key`, if anything is.
    public func remove(forKey key: String) async throws {
        try await tier.remove(forKey: key)
    }
}
