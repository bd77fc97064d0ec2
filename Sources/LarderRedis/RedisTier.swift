import Larder

/// The last tier of a fleet: entries in a Redis or Valkey engine that many machines share.
///
/// ```swift
/// let redis = RedisTier(RedisConfiguration(endpoint: .host("cache.internal")))
/// let files = TieredCache(memory, disk, redis)
/// ```
///
/// Needs Redis 6 or later, or Valkey. An entry is one value under one key, read in one round trip,
/// with the engine's own expiry. Requests that pile up go out together.
///
/// **A tier that is down is a miss.** Nothing here ever throws because of the engine. One that is
/// slow, full, read-only, loading or gone costs a look-up the deadline at most
/// (``RedisConfiguration/deadline``); after three failures in a row a breaker opens and nothing is
/// asked until the engine answers again, which is tried after pauses that grow up to 10 s. A store
/// or removal that does not get through is owed: the key is a miss in this process until its older
/// value is removed, which happens as soon as the engine is back. What a process owes is lost when
/// it dies.
///
/// **What others change** is heard from the engine itself (client-side caching): a key that was
/// looked up or stored here is known to be outdated as soon as the engine's word arrives, one way
/// through the network after the change. A connection that has died silently is noticed after at
/// most two heartbeats and a deadline, 2.25 s by default. While there is no connection,
/// ``isCurrent(_:forKey:)`` cannot tell; after it is back, every key is looked up anew.
///
/// Above tiers in between, a disk say, `TieredCache` asks for a ``verdict(on:forKey:)`` at the
/// first hit of a key and serves its copy until this tier hears of a change: the bound is the same.
///
/// **One fetch for a fleet.** A `Loader` over this tier asks for its
/// ``turn(forKey:after:goingOnWith:)`` before it asks the origin: of many machines that want one
/// cold or stale URL one goes, the others wait for its answer, ``RedisConfiguration/lease`` at
/// most.
///
/// **A cluster** is several engines (``RedisEndpoint/cluster(_:)``); all of the above holds for
/// each of its nodes by itself.
///
/// What is torn, or forged where a digest key is set, is a miss and is removed.
///
/// It is not a general client for Redis, and keeps nothing itself.
public final class RedisTier: Sendable {
    let configuration: RedisConfiguration
    let form: EntryForm
    let state: TierState
    let client: RedisClient

    /// Makes a tier. Connects when it is first asked.
    public init(_ configuration: RedisConfiguration) {
        self.configuration = configuration
        form = EntryForm(seal: Seal(key: configuration.digestKey))
        let state = TierState(configuration)
        self.state = state
        client = RedisClient(
            endpoint: { state.endpoint(of: $0, in: configuration.endpoint) },
            connections: configuration.connectionCount, settings: configuration.settings
        ) { core, connection, news in
            state.hear(news, over: connection, from: core)
        }
    }
}

extension RedisTier {
    /// What the tier has done, and how it stands.
    public var statistics: RedisStatistics { state.statistics }

    func place(of key: String) -> KeyPlace {
        state.place(of: key, named: state.keys.entry(key))
    }
}
